import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { h } from '../html/html.ts'
import { element, type MacroCall, macroOf, type RenderContext } from '../index.ts'
import { htmlOf, testPage } from '../testing.ts'
import { toc as tocMacro } from './toc.ts'

const headings = '<h1>One</h1><h2>Two a</h2><h4>Deep</h4><h2>Two b</h2><h3></h3><h3> </h3><h1>Last</h1>'

function toc(parameters: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(parameters).map(
    ([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`,
  )
  return `<ac:structured-macro ac:name="toc">${written.join('')}</ac:structured-macro>`
}

/** The table alone, as nested text: `One(Two a(Deep) Two b) Last`. */
async function shape(parameters: Readonly<Record<string, string>>, page = headings): Promise<string> {
  const html = await htmlOf(toc(parameters) + page)
  const table = html.slice(0, html.indexOf('<h1'))
  return table
    .replace(/<span class="TOCOutline">([\d.]+)<\/span>/g, '$1 ')
    .replaceAll('</li><li>', ' ')
    .replaceAll(/<ul[^>]*>/g, '(')
    .replaceAll('</ul>', ')')
    .replaceAll('<br>', '/')
    .replaceAll(/<[^>]+>/g, '')
}

describe('toc', () => {
  it('lists the headings by level, without empty ones', async () => {
    const link = (id: string, text: string): string =>
      `<span class="toc-item-body"><a class="toc-link" href="#OurPage-${id}">${text}</a></span>`
    const html = await htmlOf(toc() + headings)
    expect(html.slice(0, html.indexOf('<h1'))).toBe(
      '<div class="toc-macro client-side-toc-macro conf-macro output-block" data-structure="list"' +
        ' data-numberedoutline="false" data-headerelements="H1,H2,H3,H4,H5,H6" data-hasbody="false" data-macro-name="toc">' +
        `<ul class="toc-indentation"><li>${link('One', 'One')}<ul class="toc-indentation"><li>${link('Twoa', 'Two a')}` +
        `<ul class="toc-indentation"><li>${link('Deep', 'Deep')}</li></ul></li><li>${link('Twob', 'Two b')}</li></ul></li>` +
        `<li>${link('Last', 'Last')}</li></ul></div>`,
    )
  })

  it('links to ids that are there', async () => {
    const html = await htmlOf(toc() + '<h1>A "b" &lt;c&gt; 100%</h1><h1>Ä 漢</h1>')
    const [table, first, second] = parseFragment(html).childNodes
    const ids = [first, second].map(node => (node && 'attrs' in node ? node.attrs[0]?.value : undefined))
    const hrefs = [...html.matchAll(/href="#([^"]*)"/g)].map(match => decodeURIComponent(match[1] ?? ''))
    expect(table).toBeDefined()
    expect(hrefs).toEqual(ids)
  })

  it.each([
    [{}, '(One(Two a(Deep) Two b) Last)'],
    [{ outline: 'true' }, '(1 One(1.1 Two a(1.1.1 Deep) 1.2 Two b) 2 Last)'],
    [{ numberedoutline: 'true' }, '(1 One(1.1 Two a(1.1.1 Deep) 1.2 Two b) 2 Last)'],
    [{ maxLevel: '2' }, '(One(Two a Two b) Last)'],
    [{ minLevel: '2' }, '(Two a(Deep) Two b)'],
    [{ minLevel: '2', maxLevel: '2', outline: 'true' }, '(1 Two a 2 Two b)'],
    [{ minLevel: '5', maxLevel: '3' }, ''],
    [{ minLevel: 'x', maxLevel: '99' }, '(One(Two a(Deep) Two b) Last)'],
    [{ headerelements: 'H1,H4' }, '(One(Deep) Last)'],
    [{ include: '^Two' }, '(Two a Two b)'],
    [{ include: 'Two.*|Last' }, '(Two a Two b Last)'],
    [{ includeheaderregex: 'a$' }, '(Two a)'],
    [{ exclude: 'Two' }, '(One(Deep) Last)'],
    [{ excludeheaderregex: '^(One|Last)$' }, '(Two a(Deep) Two b)'],
    [{ include: '[', exclude: '(?=x)' }, '(One(Two a(Deep) Two b) Last)'],
    [{ type: 'flat' }, '[ One ] [ Two a ] [ Deep ] [ Two b ] [ Last ]'],
    [{ structure: 'flat', separator: 'braces' }, '{ One } { Two a } { Deep } { Two b } { Last }'],
    [{ type: 'flat', separator: 'parens', maxLevel: '1' }, '( One ) ( Last )'],
    [{ type: 'flat', separator: 'pipe', maxLevel: '1' }, 'One | Last'],
    [{ type: 'flat', separator: 'comma', maxLevel: '1', outline: 'true' }, '1 One, 2 Last'],
    [{ type: 'flat', separator: 'newline', maxLevel: '1' }, 'One/Last'],
    [{ type: 'flat', separator: ' &lt;-&gt; ', maxLevel: '1' }, 'One &lt;-&gt; Last'],
    [{ type: 'flat', pre: '»', mid: '·', post: '«', maxLevel: '1' }, '»One·Last«'],
  ] as ReadonlyArray<readonly [Record<string, string>, string]>)('%j gives %s', async (parameters, expected) => {
    expect(await shape(parameters)).toBe(expected)
  })

  it('says its options where a script can read them', async () => {
    const html = await htmlOf(
      toc({
        type: 'flat',
        include: 'a&amp;b',
        exclude: '"',
        style: 'square',
        indent: '20px',
        printable: 'false',
        class: 'mine aui-nav',
      }),
    )
    expect(html).toContain('class="toc-macro client-side-toc-macro non-printable mine conf-macro output-block"')
    expect(html).toContain('data-structure="flat"')
    expect(html).toContain('data-includeheaderregex="a&amp;b" data-excludeheaderregex="&quot;"')
    expect(html).toContain('data-cssliststyle="square" data-csslistindent="20px"')
    expect(html).toContain('data-preseparator="[ " data-midseparator=" ] [ " data-postseparator=" ]"')
  })

  it('styles its lists, but by nothing that is no list style or length', async () => {
    expect(await htmlOf(toc({ style: 'upper-roman', indent: '2em' }) + '<h1>a</h1>')).toContain(
      '<ul class="toc-indentation" style="list-style-type: upper-roman; padding-left: 2em">',
    )
    expect(await htmlOf(toc({ style: 'none; position: fixed', indent: '1px; color: red' }) + '<h1>a</h1>')).toContain(
      '<ul class="toc-indentation"><li>',
    )
  })

  it('can say the whole address', async () => {
    expect(await htmlOf(toc({ absoluteUrl: 'true' }) + '<h1>a</h1>')).toContain(
      'href="/ctx/pages/viewpage.action?pageId=42#OurPage-a"',
    )
  })

  it('bears an expression that would hold up other engines', async () => {
    expect(await shape({ exclude: '^(a+)+$' }, `<h1>${'a'.repeat(5000)}!</h1>`)).toBe(`(${'a'.repeat(5000)}!)`)
  })
})

/** Renders tables of contents of a page with so many headings. @returns how often one of them was looked at */
function looksAt(count: number, tables: ReadonlyArray<Readonly<Record<string, string>>>): number {
  let looks = 0
  let left = 1_000_000
  const headings = Array.from({ length: count }, (_, index) => ({
    get level() {
      looks++
      return 1
    },
    text: `Heading ${index}`,
    id: `h${index}`,
    element: element('h1'),
  }))
  const context = {
    headings,
    page: testPage,
    spend: (amount: number) => (left -= amount) >= 0,
    url: String,
  } as unknown as RenderContext
  for (const parameters of tables) {
    const invocation = macroOf(
      element(
        'ac:structured-macro',
        {},
        Object.entries(parameters).map(([key, value]) => element('ac:parameter', { 'ac:name': key }, [value])),
      ),
    )
    void tocMacro.render({ invocation, root: h } as unknown as MacroCall<unknown>, context)
  }
  return looks
}

it('looks at the headings of a page once, however many tables list them', () => {
  const once = looksAt(2000, [{}])
  expect(
    looksAt(
      2000,
      Array.from({ length: 2000 }, () => ({})),
    ),
  ).toBe(once)
})

it('looks at no heading that the page has no budget for, however the tables differ', () => {
  const different = (value: (index: number) => Record<string, string>): Record<string, string>[] =>
    Array.from({ length: 500 }, (_, index) => value(index))
  expect(
    looksAt(
      20_000,
      different(index => ({ class: `c${index}` })),
    ),
  ).toBeLessThan(1_100_000)
  expect(
    looksAt(
      20_000,
      different(index => ({ include: `a${index}{1,400}` })),
    ),
  ).toBeLessThan(1_100_000)
})

it('does not let many tables of many headings outgrow the page', async () => {
  const html = await htmlOf(toc().repeat(500) + '<h2>x</h2>'.repeat(2000))
  const links = html.split('class="toc-link"').length - 1
  // One look at all headings, and ten for each entry of a table.
  expect(links).toBe(49 * 2000)
  expect(html.split('<h2').length - 1).toBe(2000)
})

describe('toc-zone', () => {
  const zone = (location: string): string =>
    `<h1>Out</h1><ac:structured-macro ac:name="toc-zone"><ac:parameter ac:name="location">${location}</ac:parameter>` +
    '<ac:rich-text-body><h2>In</h2></ac:rich-text-body></ac:structured-macro>'
  const table = '<a class="toc-link" href="#OurPage-In">In</a>'

  it.each([
    ['top', ['T', 'H']],
    ['bottom', ['H', 'T']],
    ['both', ['T', 'H', 'T']],
    ['nonsense', ['T', 'H', 'T']],
  ])('%s lists the headings of its body alone', async (location, order) => {
    const html = await htmlOf(zone(location))
    const found = [...html.matchAll(/<a class="toc-link"|<h2/g)].map(([match]) => (match === '<h2' ? 'H' : 'T'))
    expect(found).toEqual(order)
    expect(html.split(table)).toHaveLength(order.filter(what => what === 'T').length + 1)
    expect(html).not.toContain('href="#OurPage-Out"')
  })
})
