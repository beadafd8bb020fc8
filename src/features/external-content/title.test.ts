import { expect, it } from 'vitest'
import { MOST_CHARACTERS, titleIn } from './server/title.ts'

it('prefers og:title to the title, whatever their order', () => {
  const named = '<meta content="Named &amp; &quot;quoted&quot;" property=og:title>'
  const title = '<title>Title</title>'
  for (const head of [named + title, title + named])
    expect(titleIn(`<!doctype html><html><head><meta charset=utf-8>${head}</head>`)).toBe('Named & "quoted"')
  expect(titleIn(`<head><meta property="og:title" content=" ">${title}`)).toBe('Title')
  expect(titleIn(`<meta property="og:description" content="Other">${title}`)).toBe('Title')
})

it('reads HTML as browsers do, the first title of the head alone', () => {
  expect(titleIn('<TITLE lang=en>\n  A &lt;b&gt; <b>bold</b>\t&eacute;&#x1F30A;\n</TITLE>')).toBe(
    'A <b> <b>bold</b> é🌊',
  )
  expect(titleIn('<script>"<title>Script</title>"</script><style><title>S</title></style><title>Real</title>')).toBe(
    'Real',
  )
  expect(titleIn('<!-- <title>Comment</title> --><title>Real</title><title>Second</title>')).toBe('Real')
  expect(titleIn('<title>Cut off by the lim')).toBe('Cut off by the lim')
  for (const none of [
    '<head></head><title>Behind</title>',
    '<body><title>Behind</title>',
    '<svg><title>Icon</title></svg>',
    '<constructor></constructor>',
    '{"title":"JSON"}',
    '<title> </title>',
    '',
  ])
    expect(titleIn(none), none).toBeUndefined()
})

it('gives one line without control characters, marks of direction and broken characters', () => {
  expect(titleIn('<title>a\u202Eb\u0007c&#xFFFF;\r\n\u00A0d\u2067</title>')).toBe('ab c d')
  expect(titleIn('<title>caf\uFFFD</title>')).toBeUndefined()
  const long = titleIn(`<title>${'x'.repeat(MOST_CHARACTERS - 2)}🌊🌊🌊</title>`) ?? ''
  expect(long).toBe(`${'x'.repeat(MOST_CHARACTERS - 2)}…`)
  expect(titleIn(`<title>${'x'.repeat(MOST_CHARACTERS)}</title>`)).toHaveLength(MOST_CHARACTERS)
})
