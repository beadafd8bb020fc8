import { describe, expect, it } from 'vitest'
import { addressIn, wikiFile } from './address.ts'
import { codeHead } from './code-head.ts'

const HERE = 'https://wiki.example.com'
const head = (text: string) => {
  const found = addressIn(text, HERE)
  return found && [found.shown, found.mark.type === 'link' ? found.mark.attrs['attributes'] : found.mark.attrs['head']]
}

describe('an address that is pasted', () => {
  it('is a link to that address', () => {
    expect(head(' https://example.com/a?b=c#d\n')).toEqual([
      'https://example.com/a?b=c#d',
      { href: 'https://example.com/a?b=c#d' },
    ])
    expect(head('mailto:ada@example.com')).toEqual(['mailto:ada@example.com', { href: 'mailto:ada@example.com' }])
  })

  it('is a link to the page by its title, where it is one of this wiki', () => {
    expect(head(`${HERE}/display/OPS/R%26D+%2B+plans`)).toEqual([
      'R&D + plans',
      '<ri:page ri:content-title="R&amp;D + plans" ri:space-key="OPS" />',
    ])
    expect(head(`${HERE}/display/~ada/Notes`)).toEqual([
      'Notes',
      '<ri:page ri:content-title="Notes" ri:space-key="~ada" />',
    ])
    for (const path of [
      '/display/OPS',
      '/display/OPS/2024/01/31/News',
      '/display/OPS/A#A-Part',
      '/display/OPS/%ff',
      '/pages/viewpage.action?pageId=1',
    ]) {
      expect(head(HERE + path)).toEqual([HERE + path, { href: HERE + path }])
    }
    expect(head(`${HERE}.evil.example/display/OPS/A`)?.[1]).toEqual({ href: `${HERE}.evil.example/display/OPS/A` })
  })

  it('is nothing else than one address', () => {
    for (const text of [
      '',
      'see https://example.com',
      'https://',
      'https://a\nhttps://b',
      'javascript:alert(1)',
      `https://${'a'.repeat(3000)}`,
    ]) {
      expect(addressIn(text, HERE)).toBeUndefined()
    }
  })
})

describe('the address of a file', () => {
  it.each([
    [`${HERE}/download/attachments/12/a%20b.png?version=1&api=v2`, { filename: 'a b.png', pageId: '12' }],
    ['/download/thumbnails/12/50%25.png', { filename: '50%.png', pageId: '12' }],
    [`${HERE}/download/attachments/12/a+b.pdf`, { filename: 'a+b.pdf', pageId: '12' }],
    ['https://other.example/download/attachments/12/a.png', undefined],
    [`${HERE}.other.example/download/attachments/12/a.png`, undefined],
    [`${HERE}/download/attachments/12/a%ff.png`, undefined],
    [`${HERE}/download/attachments/12/`, undefined],
    [`${HERE}/download/attachments/12/a/b.png`, undefined],
    [`${HERE}/download/attachments/x/b.png`, undefined],
    [`${HERE}/display/OPS/A`, undefined],
  ])('%s', (href, file) => {
    expect(wikiFile(href, HERE)).toEqual(file)
  })
})

it('a code block is named by what cannot leave its parameter', () => {
  expect(codeHead('c++', ' a<b & c ')).toBe(
    '<ac:parameter ac:name="language">c++</ac:parameter><ac:parameter ac:name="title">a&lt;b &amp; c</ac:parameter>',
  )
  expect(codeHead('</ac:parameter>', '')).toBe('<ac:parameter ac:name="language">acparameter</ac:parameter>')
})
