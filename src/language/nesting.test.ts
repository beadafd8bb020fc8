import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fragment, h, settle } from './html/html.ts'
import { document, element, parse, serialise, StorageSyntaxError, wikiMarkupToStorage } from './index.ts'
import type { ElementNode, RenderMode, StorageNode } from './index.ts'
import { htmlOf, misreading } from './testing.ts'

const modes: readonly RenderMode[] = ['view', 'export_view', 'styled_view', 'preview']

async function misread(storage: string, mode: RenderMode = 'view'): Promise<string> {
  return misreading(await htmlOf(storage, { mode }))
}

const macro = (name: string, body: readonly StorageNode[]): ElementNode =>
  element('ac:structured-macro', { 'ac:name': name }, [
    element('ac:parameter', { 'ac:name': 'title' }, ['T']),
    element('ac:rich-text-body', {}, body),
  ])

describe('content that HTML does not let stand where it is written', () => {
  it.each([
    [
      '<table><tr><table><tr><td>x</td></tr></table></tr></table>',
      '<div class="table-wrap"><table class="confluenceTable"><tbody><tr><td class="confluenceTd"><div class="table-wrap">' +
        '<table class="confluenceTable"><tbody><tr><td class="confluenceTd">x</td></tr></tbody></table></div></td></tr></tbody></table></div>',
    ],
    // One cell for all content between two cells.
    [
      '<table><tbody><tr>a<b>b</b><td>c</td>d</tr></tbody></table>',
      '<div class="table-wrap"><table class="confluenceTable"><tbody><tr><td class="confluenceTd">a<b>b</b></td>' +
        '<td class="confluenceTd">c</td><td class="confluenceTd">d</td></tr></tbody></table></div>',
    ],
    [
      '<table><td>a</td><td>b</td><tr><td>c</td></tr></table>',
      '<div class="table-wrap"><table class="confluenceTable"><tbody><tr><td class="confluenceTd">a</td><td class="confluenceTd">b</td>' +
        '</tr><tr><td class="confluenceTd">c</td></tr></tbody></table></div>',
    ],
    [
      '<table><col /><col /><tr><td>a</td></tr></table>',
      '<div class="table-wrap"><table class="confluenceTable"><colgroup><col><col></colgroup><tbody><tr><td class="confluenceTd">a</td>' +
        '</tr></tbody></table></div>',
    ],
    [
      '<table><colgroup><col />lost?<col /></colgroup></table>',
      '<div class="table-wrap"><table class="confluenceTable"><colgroup><col></colgroup><tbody><tr><td class="confluenceTd">lost?</td>' +
        '</tr></tbody><colgroup><col></colgroup></table></div>',
    ],
    [
      '<div><td>a</td><td>b</td> c</div>',
      '<div><table class="confluenceTable"><tbody><tr><td class="confluenceTd">a</td><td class="confluenceTd">b</td></tr></tbody></table> c</div>',
    ],
    ['<li>a</li> <li>b</li><p>c</p>', '<ul><li>a</li> <li>b</li></ul><p>c</p>'],
    ['<ul><li>a<div><li>b</li></div></li></ul>', '<ul><li>a<div><ul><li>b</li></ul></div></li></ul>'],
    ['<dl><dt>a<dd>b</dd></dt></dl>', '<dl><dt>a<dl><dd>b</dd></dl></dt></dl>'],
    [
      '<p class="auto-cursor-target" lang="de"><b>a<hr /></b></p>',
      '<div class="paragraph auto-cursor-target" lang="de"><b>a<hr></b></div>',
    ],
    ['<p>a<p>b</p>c</p>', '<div class="paragraph">a<p>b</p>c</div>'],
    [
      '<p><span><table><tr><td><p>a</p></td></tr></table></span></p>',
      '<div class="paragraph"><span><div class="table-wrap"><table class="confluenceTable"><tbody><tr><td class="confluenceTd"><p>a</p></td>' +
        '</tr></tbody></table></div></span></div>',
    ],
    ['<h1><h2>a</h2></h1>', '<h1 id="OurPage-a"><span>a</span></h1>'],
    [
      '<a href="/x" title="t">a<b><a href="/y" title="u">b</a></b></a>',
      '<a title="t" href="/x">a<b><span title="u">b</span></b></a>',
    ],
    ['<ruby>a<rt>b<rt>c</rt></rt></ruby>', '<ruby>a<rt>b<span>c</span></rt></ruby>'],
    ['<pre>\n\na</pre><pre>a\n</pre><p>\n</p>', '<pre>\n\n\na</pre><pre>a\n</pre><p>\n</p>'],
  ])('%s', async (source, expected) => {
    expect(await htmlOf(source)).toBe(expected)
    expect(await misread(source)).toBe('')
  })

  it('stays in the page however often tables stand in rows', async () => {
    expect(await misread('<table><tr>'.repeat(60) + 'x' + '</tr></table>'.repeat(60))).toBe('')
  })

  it('nests no deeper than browsers do', async () => {
    const html = await htmlOf('<table>'.repeat(190) + 'x<table><li>y</li></table>' + '</table>'.repeat(190))
    expect(misreading(html)).toBe('')
    let depth = 0
    let deepest = 0
    for (const [tag] of html.matchAll(/<\/?[a-z]+/g))
      deepest = Math.max(deepest, (depth += tag.startsWith('</') ? -1 : 1))
    expect(deepest).toBeLessThan(420)
    expect(html).toContain('y')
  })

  it('keeps what only macros make: one form, one button within each other', async () => {
    const form = h(
      'form',
      { action: '/x' },
      h('button', { type: 'button' }, 'a', h('span', {}, h('button', { type: 'submit' }, 'b'))),
      h('form', {}, 'c'),
    )
    const html = await settle(fragment([form, h('tr', {}, form)]))
    expect(misreading(html)).toBe('')
    expect(html.split('<form')).toHaveLength(3)
  })

  it('keeps line ends as they are in texts and attributes', async () => {
    const html = await htmlOf('<pre title="a&#13;&#10;b">a&#13;&#10;b</pre>')
    expect(html).toBe('<pre title="a&#13;\nb">a&#13;\nb</pre>')
    expect(await misread('<pre>&#13;&#10;a&#13;b</pre>')).toBe('')
  })
})

const containers = (
  'p div span a b strong em code big u s font small table thead tbody tfoot tr td th caption colgroup col ul ol li dl dt dd pre h1 h2 h3 ' +
  'blockquote ruby rt rp details summary figure figcaption section article aside nav header footer address center label q del ins hr br img ' +
  'time unknown ac:link ac:link-body ac:task-list ac:task ac:task-body ac:layout ac:layout-section ac:layout-cell ac:image ac:caption ' +
  'ac:inline-comment-marker ac:placeholder ac:rich-text-body ac:adf-extension ac:adf-fallback ac:emoticon'
).split(' ')
const macroNames =
  'info panel code noformat expand status toc toc-zone anchor excerpt section column details children include unknown'.split(
    ' ',
  )
const text = fc.constantFrom('x', ' ', '\n', '\n\ny', '\r\n', '\u00a0', 'a & <b>', '')
const attributes = fc.record(
  {
    href: fc.constantFrom('/x', 'javascript:x'),
    class: fc.constantFrom('wrapped', 'a" b'),
    style: fc.constant('color: red'),
  },
  { requiredKeys: [] },
)

const { nodes } = fc.letrec<{ node: StorageNode; nodes: StorageNode[] }>(tie => ({
  node: fc.oneof(
    { maxDepth: 8, depthSize: 'large' },
    text.map((value): StorageNode => ({ type: 'text', text: value })),
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(...containers), attributes, tie('nodes'))
        .map(([name, given, children]) => element(name, given, children)),
    },
    fc.tuple(fc.constantFrom(...macroNames), tie('nodes')).map(([name, body]) => macro(name, body)),
  ),
  nodes: fc.array(tie('node'), { maxLength: 4 }),
}))

describe('what is rendered', () => {
  it('is read back as the same tree, whatever a page holds, in every mode', async () => {
    await fc.assert(
      fc.asyncProperty(nodes, fc.constantFrom(...modes), async (children, mode) => {
        expect(await misread(serialise(document(children)), mode)).toBe('')
      }),
      { numRuns: 1500 },
    )
  })

  it('is read back as the same tree where it comes from wiki markup', async () => {
    const piece = fc.constantFrom(
      ...'* _ {{ }} {code} {info} {panel} {quote} {expand} {toc} {status:x} {color:red} {color} [x] | || ---- h1. bq. *# # a !x.png!'.split(
        ' ',
      ),
      '\n',
      '\n\n',
      '\n* ',
      '\n| ',
      '\n|| ',
      '\n# ',
      '\n## ',
      '\nh2. ',
      ' ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.constantFrom(...modes), async (pieces, mode) => {
        expect(await misread(wikiMarkupToStorage(pieces.join('')), mode)).toBe('')
      }),
      { numRuns: 800 },
    )
  })
})

const folder = path.resolve(import.meta.dirname, '../../../shared/corpus/storage')
const isThere = existsSync(folder)
const documents = isThere ? readdirSync(folder).filter(name => name.endsWith('.xml')) : []

describe.skipIf(!isThere)('the corpus of real pages (skipped where ../shared/corpus is absent)', () => {
  it.each(documents)('%s and its mutations are read back as the same tree', async name => {
    const source = readFileSync(path.join(folder, name), 'utf8')
    for (const mode of ['view', 'export_view'] as const) expect(await misread(source, mode)).toBe('')
    for (const seed of [1, 2]) {
      const mutated = mutate(source, seed)
      if (mutated !== undefined) expect(await misread(mutated)).toBe('')
    }
  })
})

/** A page with some elements renamed or nested in others; undefined where that is too deep. */
function mutate(source: string, seed: number): string | undefined {
  let state = seed * 2_654_435_761
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  const change = (node: StorageNode): StorageNode => {
    if (node.type !== 'element' || node.name.startsWith('ri:') || node.name === 'ac:parameter') return node
    const children = node.children.map(change)
    const other = containers[random(containers.length)] ?? 'p'
    if (random(12) === 0 && !node.name.includes(':')) return { ...node, name: other, children }
    if (random(12) === 0) return { ...node, children: [element(other, { href: '/x' }, children)] }
    return { ...node, children }
  }
  const written = serialise(document(parse(source).children.map(change)))
  try {
    parse(written)
    return written
  } catch (error) {
    if (error instanceof StorageSyntaxError) return undefined
    throw error
  }
}
