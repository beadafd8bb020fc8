import { describe, expect, it } from 'vitest'
import { HtmlTooLargeError, parse, render, RenderLimitError } from '../index.ts'
import type { IncludedPage, RenderHost } from '../index.ts'
import { htmlOf, renderText, testHost, testPage } from '../testing.ts'

describe('panels of newer Confluence', () => {
  const panel = (type: string, inside: string, attributes: Record<string, string> = {}) =>
    `<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">${type}</ac:adf-attribute>` +
    Object.entries(attributes)
      .map(([key, value]) => `<ac:adf-attribute key="${key}">${value}</ac:adf-attribute>`)
      .join('') +
    `<ac:adf-content>${inside}</ac:adf-content></ac:adf-node>` +
    `<ac:adf-fallback><div class="panel conf-macro output-block" style="background-color: rgb(234,230,255);">` +
    `<div class="panelContent" style="background-color: rgb(234,230,255);">\n${inside}\n</div></div></ac:adf-fallback>` +
    `</ac:adf-extension>`
  const macro = (name: string, inside: string, parameters: Record<string, string> = {}) =>
    `<ac:structured-macro ac:name="${name}">` +
    Object.entries(parameters)
      .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
      .join('') +
    `<ac:rich-text-body>\n${inside}\n</ac:rich-text-body></ac:structured-macro>`

  it.each([
    ['note', 'panel', { bgColor: '#eae6ff', borderColor: '#998dd9' }],
    ['info', 'info', {}],
    ['tip', 'tip', {}],
    ['success', 'tip', {}],
    ['warning', 'note', {}],
    ['error', 'warning', {}],
    ['something-new', 'panel', {}],
    ['__proto__', 'panel', {}],
  ])('shows a panel of the kind %s as the macro %s, with its box', async (type, name, parameters) => {
    const inside = '<p>Hello <strong>you</strong></p><ul><li>one</li></ul>'
    const html = await htmlOf(panel(type, inside))
    expect(html).toBe(await htmlOf(macro(name, inside, parameters as Record<string, string>)))
    expect(html).toContain('<p>Hello <strong>you</strong></p>')
    // Its content and its fallback are the same words.
    expect(html.match(/Hello/g)).toHaveLength(1)
  })

  it('shows the colour and the icon of a panel that an author has designed', async () => {
    const given = { 'panel-color': '#57d9a3', 'panel-icon-text': '🚀', 'panel-icon': ':rocket:' }
    expect(await htmlOf(panel('custom', '<p>x</p>', given))).toBe(
      await htmlOf(macro('panel', '<p>x</p>', { bgColor: '#57d9a3', panelIconText: '🚀' })),
    )
    const hostile = { 'panel-color': 'red; position: fixed', 'panel-icon-text': '&lt;b&gt;' }
    expect(await htmlOf(panel('custom', '<p>x</p>', hostile))).not.toMatch(/position|<b>/)
  })

  it('shows a panel without a fallback, one of another form, and one within another', async () => {
    const bare = (inside: string) =>
      `<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">info</ac:adf-attribute>` +
      `<ac:adf-content>${inside}</ac:adf-content></ac:adf-node></ac:adf-extension>`
    expect(await htmlOf(bare('<p>seen</p>'))).toMatch(/confluence-information-macro-information.*<p>seen<\/p>/)
    const other = bare('<p>seen</p>').replace(
      '</ac:adf-extension>',
      '<ac:adf-fallback><p>seen</p></ac:adf-fallback></ac:adf-extension>',
    )
    expect(await htmlOf(other)).toBe(await htmlOf(bare('<p>seen</p>')))
    const nested = await htmlOf(bare(bare('<p>deep</p>')))
    expect(nested.match(/confluence-information-macro-body/g)).toHaveLength(2)
  })
})

describe('elements', () => {
  it.each([
    // Text and its marks.
    [
      '<p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <sub>f</sub> <sup>g</sup> <code>h</code> &lt;i&gt;</p>',
      '<p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <sub>f</sub> <sup>g</sup> <code>h</code> &lt;i&gt;</p>',
    ],
    [
      '<p><b>a</b><i>b</i><del>c</del><ins>d</ins><small>e</small><big>f</big><kbd>g</kbd><tt>h</tt><strike>i</strike></p>',
      '<p><b>a</b><i>b</i><del>c</del><ins>d</ins><small>e</small><big>f</big><kbd>g</kbd><code>h</code><s>i</s></p>',
    ],
    ['<p>a<br />b</p><hr /><p />', '<p>a<br>b</p><hr><p></p>'],
    ['<p><![CDATA[<x> & y]]></p><!-- unseen -->', '<p>&lt;x&gt; &amp; y</p>'],
    ['<blockquote><p>q</p></blockquote><pre>a\n  b</pre>', '<blockquote><p>q</p></blockquote><pre>a\n  b</pre>'],
    ['<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    [
      '<ul><li>a<ol start="3" type="a"><li value="7">b</li></ol></li></ul>',
      '<ul><li>a<ol start="3" type="a"><li value="7">b</li></ol></li></ul>',
    ],
    ['<ol start="x" type="z" onclick="y"><li>b</li></ol>', '<ol><li>b</li></ol>'],
    // Headings.
    [
      '<h1>One two</h1><h2>One  two</h2><h6>&amp; "x"</h6>',
      '<h1 id="OurPage-Onetwo">One two</h1><h2 id="OurPage-Onetwo.1">One  two</h2>' +
        '<h6 id="OurPage-&amp;&quot;x&quot;">&amp; "x"</h6>',
    ],
    // A block cannot be within a paragraph.
    ['<p>a<ul><li>b</li></ul></p>', '<div class="paragraph">a<ul><li>b</li></ul></div>'],
    // Attributes.
    [
      '<p class="auto-cursor-target evil aui-button" style="text-align: center; position: fixed" lang="ar" dir="rtl" id="x" onclick="y">z</p>',
      '<p class="auto-cursor-target" style="text-align: center" lang="ar" dir="rtl">z</p>',
    ],
    ['<span style="color: rgb(51,51,51);">a</span>', '<span>a</span>'],
    [
      '<span style="color: red; background-color: white">a</span>',
      '<span style="color: red; background-color: white">a</span>',
    ],
    // Unknown elements show their content; elements that could run show nothing.
    ['<p><unknown-tag a="b">x</unknown-tag><foo:bar>y</foo:bar></p>', '<p>xy</p>'],
    ['a<script>b</script><style>c</style><iframe src="x">d</iframe><svg><a>e</a></svg>f', 'af'],
    // Dates, emoticons and the like.
    ['<time datetime="2024-01-05" />', '<time datetime="2024-01-05">5 Jan 2024</time>'],
    ['<time datetime="2024-02-31" /><time datetime="soon">x</time>', '<time datetime="2024-02-31">2024-02-31</time>x'],
    ['<ac:emoticon ac:name="tick" />', '<span class="emoticon emoticon-tick" role="img" aria-label="(tick)">✅</span>'],
    [
      '<ac:emoticon ac:name="blue-star" ac:emoji-shortname=":tada:" ac:emoji-id="1f389" ac:emoji-fallback="X" />',
      '<span class="emoticon emoticon-blue-star" role="img" aria-label=":tada:" data-emoji-short-name=":tada:">🎉</span>',
    ],
    [
      '<ac:emoticon ac:emoji-shortname=":custom:" ac:emoji-id="atlassian-x" ac:emoji-fallback=":custom:" />',
      '<span class="emoticon" role="img" aria-label=":custom:" data-emoji-short-name=":custom:">:custom:</span>',
    ],
    ['<ac:placeholder>write here</ac:placeholder>', '<span class="text-placeholder" hidden="">write here</span>'],
    [
      '<p>a <ac:inline-comment-marker ac:ref="r-1">b <em>c</em></ac:inline-comment-marker></p>',
      '<p>a <span class="inline-comment-marker" data-ref="r-1">b <em>c</em></span></p>',
    ],
    [
      '<ac:adf-extension><ac:adf-node type="x"><ac:adf-attribute key="k">v</ac:adf-attribute></ac:adf-node>' +
        '<ac:adf-fallback><p>seen</p></ac:adf-fallback></ac:adf-extension>',
      '<p>seen</p>',
    ],
    // Without a fallback, the content is all that there is.
    [
      '<ac:adf-extension><ac:adf-node type="x"><ac:adf-content><p>seen</p></ac:adf-content></ac:adf-node></ac:adf-extension>',
      '<p>seen</p>',
    ],
    // Newer Confluence writes blue-star for every emoji.
    [
      '<ac:emoticon ac:name="blue-star" ac:emoji-shortname=":party:" ac:emoji-id="atlassian-x" ac:emoji-fallback="🥳" />',
      '<span class="emoticon emoticon-blue-star" role="img" aria-label=":party:" data-emoji-short-name=":party:">🥳</span>',
    ],
    [
      '<ac:emoticon ac:name="blue-star" ac:emoji-shortname=":blue_star:" ac:emoji-id="atlassian-blue_star" ac:emoji-fallback=":blue_star:" />',
      '<span class="emoticon emoticon-blue-star" role="img" aria-label=":blue_star:" data-emoji-short-name=":blue_star:">💠</span>',
    ],
  ])('%s', async (source, expected) => {
    expect(await htmlOf(source)).toBe(expected)
  })

  it('keeps pasted colours in an export, which has no theme', async () => {
    const source = '<span style="color: rgb(51,51,51);">a</span>'
    expect(await htmlOf(source, { mode: 'export_view' })).toBe('<span style="color: rgb(51,51,51)">a</span>')
  })

  it('shows placeholders in a preview', async () => {
    expect(await htmlOf('<ac:placeholder>x</ac:placeholder>', { mode: 'preview' })).toBe(
      '<span class="text-placeholder">x</span>',
    )
  })

  it('renders task lists with all that a script reads', async () => {
    const source =
      '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>' +
      '<ac:link><ri:user ri:username="ann" /></ac:link> by <time datetime="2024-05-06" /></ac:task-body></ac:task>' +
      '<ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>b</ac:task-body>' +
      '</ac:task></ac:task-list>'
    const ann = { kind: 'user', username: 'ann', displayName: 'Ann', url: '/display/~ann' } as const
    const host = testHost([[{ kind: 'user', username: 'ann' }, ann]])
    expect(await htmlOf(source, { host })).toBe(
      '<ul class="inline-task-list" data-inline-tasks-content-id="42">' +
        '<li class="checked" data-inline-task-id="1" data-inline-task-status="CHECKED" data-inline-task-due-date="2024-05-06"' +
        ' data-inline-task-assignee="ann"><a class="confluence-userlink user-mention" data-username="ann"' +
        ' href="/ctx/display/~ann">Ann</a> by <time datetime="2024-05-06">6 May 2024</time></li>' +
        '<li data-inline-task-id="2" data-inline-task-status="UNCHECKED">b</li></ul>',
    )
  })

  it.each([
    ['single', 'single', ['normal']],
    ['two_equal', 'two-equal', ['normal', 'normal']],
    ['two_left_sidebar', 'two-left-sidebar', ['aside', 'normal']],
    ['two_right_sidebar', 'two-right-sidebar', ['normal', 'aside']],
    ['three_equal', 'three-equal', ['normal', 'normal', 'normal']],
    ['three_with_sidebars', 'three-with-sidebars', ['aside', 'normal', 'aside']],
    ['evil" onclick="x', 'single', ['normal']],
  ])('renders the layout %s', async (type, name, cells) => {
    const inside = cells.map(() => '<ac:layout-cell><p>x</p></ac:layout-cell>').join('')
    const source = `<ac:layout><ac:layout-section ac:type="${type.replaceAll('"', '&quot;')}">${inside}</ac:layout-section></ac:layout>`
    const expected = cells.map(
      cell => `<div class="cell ${cell}" data-type="${cell}"><div class="innerCell"><p>x</p></div></div>`,
    )
    expect(await htmlOf(source)).toBe(
      `<div class="contentLayout2"><div class="columnLayout ${name}" data-layout="${name}">${expected.join('')}</div></div>`,
    )
  })
})

describe('tables', () => {
  it('frames them, keeps spans, columns and colours', async () => {
    const source =
      '<table class="wrapped relative-table" style="width: 50%;"><colgroup><col style="width: 30px;" /><col /></colgroup>' +
      '<tbody><tr><th scope="row" colspan="2">h</th></tr><tr><td rowspan="2" data-highlight-colour="grey">a</td>' +
      '<td class="highlight-#f4f5f7" data-highlight-colour="#172b4d"><p>b</p></td></tr></tbody></table>'
    expect(await htmlOf(source)).toBe(
      '<div class="table-wrap"><table class="confluenceTable wrapped relative-table" style="width: 50%"><colgroup>' +
        '<col style="width: 30px"><col></colgroup><tbody><tr><th class="confluenceTh" colspan="2" scope="row">h</th></tr>' +
        '<tr><td class="confluenceTd highlight-grey" rowspan="2" data-highlight-colour="grey">a</td>' +
        '<td class="confluenceTd highlight-custom highlight-dark highlight-#f4f5f7" style="background-color: #172b4d"' +
        ' data-highlight-colour="#172b4d"><p>b</p></td></tr></tbody></table></div>',
    )
  })

  it('puts rows that stand in the table directly into a body', async () => {
    expect(await htmlOf('<table><tr><td>a</td></tr>\n<tr><td>b</td></tr></table>')).toBe(
      '<div class="table-wrap"><table class="confluenceTable"><tbody><tr><td class="confluenceTd">a</td></tr>\n' +
        '<tr><td class="confluenceTd">b</td></tr></tbody></table></div>',
    )
  })

  it('drops spans that no browser takes', async () => {
    expect(await htmlOf('<table><tbody><tr><td colspan="0" rowspan="99999">a</td></tr></tbody></table>')).toContain(
      '<td class="confluenceTd">a</td>',
    )
  })
})

describe('a rendering', () => {
  it('asks the wiki once, however many links there are', async () => {
    const host = testHost()
    const links = Array.from({ length: 50 }, (_, n) => `<ac:link><ri:page ri:content-title="P${n}" /></ac:link>`)
    await renderText(links.join(''), { host })
    expect(host.asked).toBe(1)
  })

  it('asks nothing where nothing is to be asked', async () => {
    const host = testHost()
    await renderText('<p><a href="https://x/">x</a></p>', { host })
    expect(host.asked).toBe(0)
  })

  it('tells what it depends on', async () => {
    const host = testHost([
      [
        { kind: 'page', title: 'A' },
        { kind: 'content', id: '7', type: 'page', title: 'A', spaceKey: 'DS', url: '/a' },
      ],
    ])
    const { dependencies, outline } = await renderText(
      '<h2>T</h2><ac:link><ri:page ri:content-title="A" /></ac:link><ac:link><ri:page ri:content-title="B" /></ac:link>' +
        '<ac:structured-macro ac:name="zz" /><ac:structured-macro ac:name="children" />',
      { host },
    )
    expect(dependencies).toEqual({
      contentIds: ['42', '7'],
      references: [
        { kind: 'page', title: 'A', spaceKey: undefined },
        { kind: 'page', title: 'B', spaceKey: undefined },
      ],
      macros: ['children', 'zz'],
      perUser: false,
      volatile: true,
      worded: false,
    })
    expect(outline).toMatchObject([{ level: 2, text: 'T', id: 'OurPage-T' }])
  })

  it('stops when the HTML grows beyond its limit', async () => {
    await expect(renderText('<p>hello</p>', { maxLength: 5 })).rejects.toThrow('longer than 5')
  })

  /** A clock that advances by a millisecond whenever it is read. */
  const ticking = (): (() => number) => {
    let now = 0
    return () => now++
  }

  it.each([
    ['paragraphs', '<p>x</p>'.repeat(12_000)],
    ['one paragraph', `<p>${'<b>x</b>'.repeat(12_000)}</p>`],
    ['macros that come later', '<ac:structured-macro ac:name="include" />'.repeat(6000)],
  ])('ends after ten seconds of work, with %s', async (_, source) => {
    await expect(renderText(source, { now: ticking() })).rejects.toThrow(RenderLimitError)
  })

  it('lets others have a turn every twenty milliseconds, also while it waits for what is there at once', async () => {
    let turns = 0
    let isOver = false
    const others = (): void => {
      turns++
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    const later = '<ac:structured-macro ac:name="include" />'
    await renderText('<p>x</p>'.repeat(1000) + later.repeat(1000), { now: ticking() }).finally(() => (isOver = true))
    expect(turns).toBeGreaterThanOrEqual(100)
  })

  it('does not count what it waits for', async () => {
    const tick = ticking()
    let waited = 0
    const host: RenderHost = {
      ...testHost(),
      children: async () => {
        await new Promise(resolve => setImmediate(resolve))
        waited += 60_000
        return []
      },
    }
    const source = '<ac:structured-macro ac:name="children" />'.repeat(3)
    await expect(renderText(source, { host, now: () => tick() + waited })).resolves.toBeDefined()
    expect(waited).toBe(180_000)
  })

  it('begins no list after it has ended', async () => {
    const host = { ...testHost(), begun: 0, children: () => Promise.resolve((host.begun++, [])) }
    const source = '<ac:structured-macro ac:name="children" />'.repeat(90)
    await expect(renderText(source, { host, maxLength: 100, onError: () => undefined })).rejects.toThrow(
      HtmlTooLargeError,
    )
    const begun = host.begun
    for (let turn = 0; turn < 200; turn++) await new Promise(resolve => setTimeout(resolve, 0))
    expect(host.begun).toBe(begun)
    expect(begun).toBeLessThan(90)
  })

  it('bears the deepest document', async () => {
    const html = await htmlOf('<div>'.repeat(200) + 'x' + '</div>'.repeat(200))
    expect(html).toBe('<div>'.repeat(200) + 'x' + '</div>'.repeat(200))
  })
})

describe('including pages', () => {
  /** A wiki in which the page `n` includes the pages that it lists. */
  function wiki(pages: Readonly<Record<string, string>>): RenderHost & { included: number } {
    return {
      ...testHost(),
      included: 0,
      includePage(reference): Promise<IncludedPage | undefined> {
        this.included++
        const title = reference.kind === 'page' ? reference.title : ''
        const source = pages[title]
        if (source === undefined) return Promise.resolve(undefined)
        const page = { ...testPage, id: title, title }
        return Promise.resolve({ page, url: `/display/DS/${title}`, document: parse(source) })
      },
    }
  }
  const include = (title: string): string =>
    `<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="${title}" />` +
    '</ac:link></ac:parameter></ac:structured-macro>'

  it('shows the other page with its own headings', async () => {
    const html = await htmlOf(include('Other'), { host: wiki({ Other: '<h1>Top</h1>' }) })
    expect(html).toBe(
      '<div class="conf-macro output-block" data-hasbody="false" data-macro-name="include"><h1 id="Other-Top">Top</h1></div>',
    )
  })

  it('stops at a page that includes itself by way of another', async () => {
    const html = await htmlOf(include('A'), { host: wiki({ A: include('B'), B: `<p>b</p>${include('A')}` }) })
    expect(html).toContain('<p>b</p>')
    expect(html).toContain('The page "A" already includes this page.')
  })

  it('says so where a page is not there', async () => {
    expect(await htmlOf(include('Gone'), { host: wiki({}) })).toContain('The included page could not be found.')
  })

  it('stops at ten levels', async () => {
    const chain = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`P${n}`, include(`P${n + 1}`)]))
    const host = wiki(chain)
    expect(await htmlOf(include('P0'), { host })).toContain('This page includes too many pages.')
    expect(host.included).toBe(10)
  })

  it('does not multiply without bound', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const pages: Record<string, string> = {}
    for (let level = 0; level < 8; level++) {
      for (const name of names) pages[`${name}${level}`] = names.map(next => include(`${next}${level + 1}`)).join('')
    }
    const host = wiki(pages)
    await renderText(include('a0'), { host })
    expect(host.included).toBeLessThanOrEqual(200)
  })

  it('depends on what it includes', async () => {
    const { dependencies } = await renderText(include('Other'), { host: wiki({ Other: '<p>x</p>' }) })
    expect(dependencies.contentIds).toEqual(['42', 'Other'])
  })
})

it('renders a document that was made, not read', async () => {
  const doc = parse('<p>x</p>')
  const { html } = await render(
    { ...doc, children: [...doc.children, ...doc.children] },
    { host: testHost(), page: testPage },
  )
  expect(html).toBe('<p>x</p><p>x</p>')
})
