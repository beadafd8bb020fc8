import { describe, expect, it } from 'vitest'
import { parse, type IncludedPage, type RenderHost } from '../index.ts'
import { htmlOf, testHost, testPage } from '../testing.ts'

const macro = (name: string, parameters: Readonly<Record<string, string>> = {}, body?: string) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${body === undefined ? '' : `<ac:rich-text-body>${body}</ac:rich-text-body>`}</ac:structured-macro>`

/** A wiki with one other page. */
const hostWith = (text: string): RenderHost => ({
  ...testHost(),
  resolve: testHost().resolve.bind({ asked: 0 }),
  includePage: (): Promise<IncludedPage> =>
    Promise.resolve({ page: { ...testPage, id: '7', title: 'Other' }, url: '/x', document: parse(text) }),
})

describe('named excerpts', () => {
  const other =
    macro('multiexcerpt-macro', { name: 'one' }, '<p>First</p>') +
    macro('multiexcerpt', { MultiExcerptName: 'two' }, '<p>Second</p>') +
    macro('multiexcerpt-fast-block-macro', { name: 'hid', hidden: 'true' }, '<p>Hidden</p>') +
    macro('shared-block', { 'shared-block-key': 'k-1' }, '<p>Shared</p>')

  it('are shown where they stand, unless they are hidden', async () => {
    const html = await htmlOf(other)
    expect(html).toMatch(/First.*Second.*Shared/s)
    expect(html).not.toContain('Hidden')
    expect(await htmlOf(`<p>${macro('multiexcerpt-fast-inline-macro', { name: 'x' }, 'word')}</p>`)).toMatch(
      /^<p><span class="excerpt conf-macro output-inline"[^>]*>word<\/span><\/p>$/,
    )
  })

  it.each([
    ['multiexcerpt-include', { PageWithExcerpt: 'Other', MultiExcerptName: 'two' }, 'Second'],
    ['multiexcerpt-include-macro', { page: 'Other', name: 'one' }, 'First'],
    ['multiexcerpt-include-macro', { page: 'Other', name: 'hid' }, 'Hidden'],
    ['include-shared-block', { page: 'Other', 'shared-block-key': 'k-1' }, 'Shared'],
  ])('are included by %s %j', async (name, parameters, shown) => {
    const html = await htmlOf(macro(name, parameters), { host: hostWith(other) })
    expect(html.match(/<p>(\w+)<\/p>/g)).toEqual([`<p>${shown}</p>`])
  })

  it('that do not exist are named as missing', async () => {
    const html = await htmlOf(macro('multiexcerpt-include', { page: 'Other', name: 'none' }), { host: hostWith(other) })
    expect(html).toContain('The page "Other" has no such excerpt.')
    expect(await htmlOf(macro('multiexcerpt-include', { name: 'one' }))).toContain('No page to include is named.')
  })
})

describe('macros of layout', () => {
  it('align their body, and nothing else of a style', async () => {
    expect(await htmlOf(macro('align', { align: 'Right' }, 'x'))).toContain('style="text-align: right"')
    expect(await htmlOf(macro('align', { align: 'right; position: fixed' }, 'x'))).toContain('style="text-align: left"')
    expect(await htmlOf(macro('center', {}, 'x'))).toContain('style="text-align: center"')
  })

  it('show parts of exports in exports', async () => {
    const text = macro('scroll-ignore', {}, '<p>always</p>') + macro('scroll-only', {}, '<p>exported</p>')
    expect(await htmlOf(text)).toMatch(/^(?!.*exported).*always/s)
    expect(await htmlOf(text, { mode: 'export_view' })).toMatch(/always.*exported/s)
    expect(await htmlOf(macro('scroll-pagebreak') + macro('scroll-bookmark'))).toBe('')
  })
})

describe('macros that would run scripts', () => {
  it('say so, with a link or the source', async () => {
    const gadget = await htmlOf(macro('gadget', { url: 'https://example.com/g.xml' }))
    expect(gadget).toContain('Gadgets are not shown')
    expect(gadget).toContain('href="https://example.com/g.xml"')
    expect(await htmlOf(macro('gadget', { url: 'rest/gadgets/1.0/g.xml' }))).not.toContain('href')
    const source =
      '<ac:structured-macro ac:name="html"><ac:plain-text-body><![CDATA[<script>alert(1)</script>]]></ac:plain-text-body></ac:structured-macro>'
    const html = await htmlOf(source)
    expect(html).toContain('HTML is not run')
    expect(html).not.toContain('<script')
  })
})
