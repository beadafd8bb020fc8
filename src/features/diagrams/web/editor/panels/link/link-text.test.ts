import { describe, expect, it } from 'vitest'
import { linkIn } from './link-text.ts'

describe('a typed address', () => {
  it.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    [' example.org/docs ', 'https://example.org/docs'],
    ['wiki.example.org:8090', 'https://wiki.example.org:8090'],
    ['müller.de', 'https://müller.de'],
    ['ada@example.org', 'mailto:ada@example.org'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['/display/DOC/Home', '/display/DOC/Home'],
    ['#chapter', '#chapter'],
  ])('%s leads to %s', (typed, href) => {
    expect(linkIn(typed)).toEqual({ kind: 'url', href })
  })

  it.each([
    '',
    '   ',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '\\\\host',
    'two words',
  ])('%j is refused', typed => {
    expect(linkIn(typed)).toBeNull()
  })
})
