import { describe, expect, it } from 'vitest'
import { hasCriteria, readSearchAddress, searchHref, siteSearchArguments } from './address-shared.ts'

describe('the address of the search page', () => {
  it('is read as the old product wrote it', () => {
    const asked = readSearchAddress({
      cql: '',
      queryString: 'release notes',
      where: 'conf_all',
      type: 'page,blogpost',
      lastModified: 'LASTWEEK',
      contributor: 'ada',
    })
    expect(asked).toEqual({
      queryString: 'release notes',
      cql: null,
      where: [],
      types: ['page', 'blogpost'],
      contributors: ['ada'],
      lastModified: '-1w',
    })
  })

  it('leaves out what it does not know', () => {
    const asked = readSearchAddress({ type: ['page', 'nonsense'], lastModified: 'soon' })
    expect(asked.types).toEqual(['page'])
    expect(asked.lastModified).toBe('')
  })

  it('says nothing where nothing is asked for [P2-11]', () => {
    expect(searchHref(readSearchAddress({}))).toBe('/dosearchsite.action')
    expect(hasCriteria(readSearchAddress({ queryString: '  ' }))).toBe(false)
  })

  it('is read back as it was written', () => {
    for (const asked of [
      {
        queryString: 'a+b & c',
        cql: null,
        where: ['DOCS', '~ada'],
        types: ['page'],
        contributors: ['ada'],
        lastModified: '2026-01-31',
      },
      { queryString: '', cql: 'type = page and text ~ "x"', where: [], types: [], contributors: [], lastModified: '' },
    ]) {
      const parameters = new URL(searchHref(asked), 'http://local').searchParams
      expect(readSearchAddress(Object.fromEntries(parameters))).toEqual(asked)
    }
  })

  it('asks for what is given alone', () => {
    expect(siteSearchArguments(readSearchAddress({ queryString: 'x' })).query).toEqual({ query: 'x', limit: 20 })
  })

  it('keeps an advanced search that is still empty', () => {
    expect(readSearchAddress({ mode: 'cql' }).cql).toBe('')
  })
})
