import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { csvLine, unprotected } from './csv.ts'

it('writes records that other programs read, and of which no text is computed', () => {
  expect(csvLine(['a\nb', 2])).toBe('"a\nb",2\r\n')
  expect(csvLine(['=1+1', '+1', '-1', '@a', '\t', "'=1"])).toBe("'=1+1,'+1,'-1,'@a,'\t,''=1\r\n")
})

it('reads what it has written', () => {
  const texts = ['plain', "it's", "'quoted'", '=1', "'=1", "''=1", 'a,"b"', '\r=', ' x ', '']
  const [read = []] = Papa.parse<string[]>(csvLine(texts)).data
  expect(read.map(unprotected)).toEqual(texts)
})
