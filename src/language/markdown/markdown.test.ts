import { describe, expect, it } from 'vitest'
import { parse } from '../index.ts'
import { editBlocks, markdownOf, markdownToStorage, MarkdownError, readPage, rewritePage } from './index.ts'

const place = {
  pageId: '42',
  spaceKey: 'DS',
  baseUrl: 'https://wiki.example.com',
  nameOfUser: ({ username }: { username?: string | undefined }) => (username === 'jane' ? 'Jane Doe' : undefined),
}
const read = (source: string) => markdownOf(readPage(source, place))
const macro = (name: string, content = '', parameters = '') =>
  `<ac:structured-macro ac:name="${name}" ac:macro-id="1">${parameters}${content}</ac:structured-macro>`
const rich = (content: string) => `<ac:rich-text-body>${content}</ac:rich-text-body>`
const plain = (content: string) => `<ac:plain-text-body><![CDATA[${content}]]></ac:plain-text-body>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`

describe('a page as Markdown', () => {
  it.each([
    [
      '<h2>Title &amp; more</h2><p>One <strong>two </strong>three<br />four</p>',
      '## Title & more\n\nOne **two** three\\\nfour',
    ],
    [
      '<p>1. no list, *no emphasis*, [no link], &lt;b&gt; &amp;amp; snake_case _x_</p>',
      '1\\. no list, \\*no emphasis\\*, \\[no link\\], \\<b> &amp;amp; snake_case \\_x\\_',
    ],
    ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>', '- a\n  - b\n- c'],
    ['<ol start="3"><li>a</li></ol><ol><li>b</li></ol>', '3. a\n\n1) b'],
    [
      '<table><tbody><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td><p>x</p><p>y</p></td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1\\|2 | x<br>y |',
    ],
    [
      '<table><tbody><tr><td colspan="2">wide</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
      '|  |  |\n| --- | --- |\n| wide |  |\n| 1 | 2 |',
    ],
    [
      `${macro('code', plain('a();\n```'), parameter('language', 'js'))}<pre>x</pre>`,
      '````js\na();\n```\n````\n\n```\nx\n```',
    ],
    [
      `${macro('info', rich('<p>Text</p><ul><li>a</li></ul>'), parameter('title', 'Look'))}<p>after</p>`,
      '> [!NOTE] Look\n>\n> Text\n>\n> - a\n\nafter',
    ],
    ['<blockquote><p>said</p></blockquote><hr />', '> said\n\n---'],
    [macro('toc'), `\`\`\`storage\n${macro('toc')}\n\`\`\``],
    [`<p>Is ${macro('status', '', parameter('title', 'DONE'))}</p>`, 'Is `{status: title=DONE}`'],
    [
      '<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell><p>in</p></ac:layout-cell></ac:layout-section></ac:layout>',
      'in',
    ],
    ['<p /><p><br /></p><!-- note --><p>x</p>', 'x'],
    ['loose <em>text</em><p>y</p>', 'loose *text*\n\ny'],
    ['<p>Due <time datetime="2026-01-31" /></p>', 'Due `{date: 2026-01-31}`'],
  ])('%s', (source, markdown) => expect(read(source)).toBe(markdown))

  it.each([
    ['<ri:page ri:content-title="My Page (1)" />', '[My Page (1)](/display/DS/My+Page+%281%29)'],
    [
      '<ri:page ri:space-key="~jane" ri:content-title="Home" /><ac:link-body>there</ac:link-body>',
      '[there](/display/~jane/Home)',
    ],
    ['<ri:blog-post ri:content-title="News" ri:posting-day="2026/01/31" />', '[News](/display/DS/2026/01/31/News)'],
    ['<ri:attachment ri:filename="a b.pdf" />', '[a b.pdf](/download/attachments/42/a%20b.pdf)'],
    ['<ri:user ri:username="jane" />', '[@Jane Doe](user:jane)'],
    [
      '<ri:content-entity ri:content-id="7" /><ac:plain-text-link-body><![CDATA[it]]></ac:plain-text-link-body>',
      '[it](/pages/viewpage.action?pageId=7)',
    ],
  ])('names the target %s', (inner, markdown) => {
    const source = `<p>See <ac:link>${inner}</ac:link>.</p>`
    expect(read(source)).toBe(`See ${markdown}.`)
    // The target is the same when the text around it changes, and on another page.
    expect(rewritePage(source, `Look at ${markdown}!`, place)).toBe(`<p>Look at <ac:link>${inner}</ac:link>!</p>`)
    expect(parse(markdownToStorage(markdown, place)).children).toHaveLength(1)
    expect(markdownToStorage(markdown, place)).toContain(inner.replace(/ri:space-key="DS" /, '').split(' />')[0])
  })

  it('shows tasks with their status', () => {
    const task = (id: number, status: string, text: string) =>
      `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${text}</ac:task-body></ac:task>`
    const list = (status: string) =>
      `<ac:task-list>${task(1, 'complete', 'a')}${task(2, status, `b <ac:link><ri:user ri:username="jane" /></ac:link>`)}</ac:task-list>`
    const markdown = '- [x] a\n- [ ] b [@Jane Doe](user:jane)'
    expect(read(list('incomplete'))).toBe(markdown)
    expect(rewritePage(list('incomplete'), markdown.replace('[ ]', '[x]'), place)).toBe(list('complete'))
  })

  it('shows images by their files', () => {
    const source = '<p><ac:image ac:width="300"><ri:attachment ri:filename="a.png" /></ac:image></p>'
    expect(read(source)).toBe('![a.png](/download/attachments/42/a.png)')
    expect(markdownToStorage('![Alt](/download/attachments/7/b.png)', place)).toBe(
      '<p><ac:image ac:alt="Alt"><ri:attachment ri:filename="b.png"><ri:content-entity ri:content-id="7" /></ri:attachment></ac:image></p>',
    )
  })

  it('shows diagrams as outlines, which are not written back', () => {
    const source = `<p>a</p>${macro('gliffy', '', parameter('name', 'Plan'))}`
    const withOutline = (text: string) => ({
      ...place,
      outlineOf: ({ name }: { name: string }) => (name === 'gliffy' ? { name: 'Plan', text } : undefined),
    })
    const markdown = markdownOf(readPage(source, withOutline('Start → End')))
    expect(markdown).toBe('a\n\n```diagram Plan\nStart → End\n```')
    expect(rewritePage(source, markdown.replace('a', 'b'), withOutline('Start → Middle'))).toBe(
      source.replace('>a<', '>b<'),
    )
    expect(() => rewritePage(source, markdown.replace('Plan', 'Other'), withOutline('Start'))).toThrow(
      'not on this page',
    )
  })
})

describe('new Markdown', () => {
  it.each([
    [
      '# T\n\ntext `a<b` **b** ~~c~~ H<sub>2</sub>O',
      '<h1>T</h1><p>text <code>a&lt;b</code> <strong>b</strong> <del>c</del> H<sub>2</sub>O</p>',
    ],
    ['- a\n  1. b\n- c', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>'],
    [
      '> [!WARNING] Mind\n> the gap',
      '<ac:structured-macro ac:name="note"><ac:parameter ac:name="title">Mind</ac:parameter><ac:rich-text-body><p>the gap</p></ac:rich-text-body></ac:structured-macro>',
    ],
    [
      '> [!panel] T\n>\n> x',
      '<ac:structured-macro ac:name="panel"><ac:parameter ac:name="title">T</ac:parameter><ac:rich-text-body><p>x</p></ac:rich-text-body></ac:structured-macro>',
    ],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    [
      '```sql\nselect 1\n```',
      '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">sql</ac:parameter><ac:plain-text-body><![CDATA[select 1]]></ac:plain-text-body></ac:structured-macro>',
    ],
    ['```storage\n<ac:structured-macro ac:name="toc" />\n```', '<ac:structured-macro ac:name="toc" />'],
    [
      '| a | b |\n| - | - |\n| 1 | `x\\|y` |',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p><code>x|y</code></p></td></tr></tbody></table>',
    ],
    [
      '[x](https://example.org/?a=1&b=2) [y](https://wiki.example.com/display/DS/My+Page#Top)',
      '<p><a href="https://example.org/?a=1&amp;b=2">x</a> <ac:link ac:anchor="Top"><ri:page ri:content-title="My Page" /><ac:link-body>y</ac:link-body></ac:link></p>',
    ],
    [
      '<script>alert(1)</script> <b onclick="x">y</b>',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick="x"&gt;y&lt;/b&gt;</p>',
    ],
    ['a <u>b', '<p>a <u>b</u></p>'],
    [
      '- [ ] do\n- [x] done',
      '<ac:task-list><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>do</ac:task-body></ac:task><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task></ac:task-list>',
    ],
    ['', ''],
  ])('%s', (markdown, storage) => {
    expect(markdownToStorage(markdown, place)).toBe(storage)
    parse(storage)
  })

  it('is refused with a reason', () => {
    expect(() => markdownToStorage('```storage\n<p>\n```')).toThrow(MarkdownError)
    expect(() => markdownToStorage('*a '.repeat(1000))).toThrow('emphasis')
  })
})

describe('an edited page', () => {
  const panel = macro('panel', rich('<p>One</p><p style="color: red">Two</p>'), parameter('bgColor', '#fff'))
  const source = `<h1 style="text-align: right">T</h1>${panel}<p>Three</p>`
  const markdown = '# T\n\n> [!panel]\n>\n> One\n>\n> Two\n\nThree'
  const edited = (from: string, to: string) => rewritePage(source, markdown.replace(from, to), place)

  it('keeps what is around an edited block, and its attributes', () => {
    expect(read(source)).toBe(markdown)
    expect(edited('Two', '2')).toBe(source.replace('>Two<', '>2<'))
    expect(edited('# T', '# Title')).toBe(source.replace('>T<', '>Title<'))
  })

  it('adds blocks at their place, in boxes too', () => {
    expect(edited('# T\n', '# T\n\nNew\n')).toBe(source.replace('</h1>', '</h1><p>New</p>'))
    expect(edited('> Two', '> Two\n>\n> - new')).toBe(source.replace('Two</p>', 'Two</p><ul><li>new</li></ul>'))
    expect(edited('> [!panel]\n', '> [!panel]\n>\n> New\n')).toBe(
      source.replace('<ac:rich-text-body>', '<ac:rich-text-body><p>New</p>'),
    )
    expect(edited('\n\nThree', '\n\n> [!TIP]\n> New\n\nThree')).toBe(
      source.replace(
        '<p>Three',
        '<ac:structured-macro ac:name="tip"><ac:rich-text-body><p>New</p></ac:rich-text-body></ac:structured-macro><p>Three',
      ),
    )
    expect(rewritePage(source, `New\n\n${markdown}\n\nLast`, place)).toBe(`<p>New</p>${source}<p>Last</p>`)
  })

  it('removes blocks, and a box with all that is in it', () => {
    expect(edited('> Two\n', '')).toBe(source.replace('<p style="color: red">Two</p>', ''))
    expect(edited('> [!panel]\n>\n> One\n>\n> Two\n\n', '')).toBe(source.replace(panel, ''))
    expect(() => edited('> [!panel]\n>\n', '')).toThrow('goes only together')
    expect(rewritePage(source, '', place)).toBe('')
  })

  it('changes the title of a box, not its kind', () => {
    expect(edited('[!panel]', '[!panel] New')).toBe(
      source.replace('ac:macro-id="1">', 'ac:macro-id="1"><ac:parameter ac:name="title">New</ac:parameter>'),
    )
    expect(() => edited('[!panel]', '[!NOTE]')).toThrow('stays of its kind')
  })

  it('keeps the other items of a list and cells of a table', () => {
    const status = macro('status', '', parameter('title', 'DONE'))
    const list = `<ul class="x"><li style="a">one ${status}</li><li>two</li></ul>`
    expect(rewritePage(list, '- one `{status: title=DONE}`\n- 2\n- three', place)).toBe(
      `<ul class="x"><li style="a">one ${status}</li><li>2</li><li>three</li></ul>`,
    )
    const table = `<table class="x"><colgroup><col /></colgroup><tbody><tr><th>A</th><th>B</th></tr><tr class="r"><td style="c"><p>1</p></td><td>${macro('toc')}</td></tr></tbody></table>`
    const shown = read(table)
    expect(rewritePage(table, shown.replace('| 1 |', '| one |'), place)).toBe(table.replace('>1<', '>one<'))
    expect(rewritePage(table, `${shown}\n| 2 | x |`, place)).toBe(
      table.replace('</tbody>', '<tr><td><p>2</p></td><td><p>x</p></td></tr></tbody>'),
    )
    expect(() => rewritePage(table, shown.replace('<ac:structured-macro', 'x'), place)).toThrow('more than text')
  })

  it('refuses to take rows from a table with merged cells', () => {
    const table = '<table><tbody><tr><th rowspan="2">A</th><th>B</th></tr><tr><td>1</td></tr></tbody></table>'
    const shown = read(table)
    expect(rewritePage(table, shown.replace('| 1 |', '| one |'), place)).toBe(table.replace('>1<', '>one<'))
    expect(() => rewritePage(table, `${shown}\n| 2 | x |`, place)).toThrow('merged cells')
  })

  it('keeps a macro of code whose text is edited', () => {
    const code = macro('code', plain('a'), parameter('language', 'js') + parameter('linenumbers', 'true'))
    expect(rewritePage(code, '```js\nb ]]>\n```', place)).toBe(
      code.replace('<![CDATA[a]]>', '<![CDATA[b ]]]]><![CDATA[>]]>'),
    )
  })

  it('goes with the facts that are sent with a page', () => {
    expect(rewritePage(source, `---\nid: "42"\ntitle: "T"\n---\n\n${markdown}\n`, place)).toBe(source)
  })

  it('takes changes of single blocks', () => {
    const edits = [
      { kind: 'replace', block: 2, markdown: 'Uno' },
      { kind: 'delete', block: 4 },
      { kind: 'insert', block: -1, markdown: 'First' },
      { kind: 'insert', block: 0, markdown: '- a' },
    ] as const
    expect(editBlocks(source, edits, place)).toBe(
      `<p>First</p>${source.replace('</h1>', '</h1><ul><li>a</li></ul>').replace('One', 'Uno').replace('<p>Three</p>', '')}`,
    )
    expect(() => editBlocks(source, [{ kind: 'delete', block: 5 }], place)).toThrow('no block 5')
    expect(() => editBlocks(source, [edits[0], edits[0]], place)).toThrow('changed twice')
  })

  it('may be one of which all blocks have changed', () => {
    const paragraphs = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word} ${n}`)
    const big = paragraphs('a')
      .map(text => `<p>${text}</p>`)
      .join('')
    expect(rewritePage(big, paragraphs('b').join('\n\n'), place)).toBe(big.replaceAll('<p>a', '<p>b'))
  })
})
