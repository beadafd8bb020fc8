import { describe, expect, it } from 'vitest'
import { createMacroRegistry, defineMacro, parse } from '../index.ts'
import type { ChildrenQuery, RenderHost } from '../index.ts'
import { h } from '../html/html.ts'
import { htmlOf, renderText, testHost, testPage } from '../testing.ts'
import { builtinMacros } from './builtin.ts'

/** A macro's text: its parameters, and its body (rich unless it says otherwise). */
function macro(name: string, parameters: Readonly<Record<string, string>> = {}, body?: string, kind = 'rich'): string {
  const written = Object.entries(parameters).map(
    ([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`,
  )
  const inside = kind === 'rich' ? body : `<![CDATA[${body}]]>`
  const end = body === undefined ? '' : `<ac:${kind}-text-body>${inside}</ac:${kind}-text-body>`
  return `<ac:structured-macro ac:name="${name}">${written.join('')}${end}</ac:structured-macro>`
}

const marks = (name: string, hasBody: boolean): string => `data-hasbody="${hasBody}" data-macro-name="${name}"`

describe('message boxes', () => {
  it.each([
    ['info', 'information', 'info', 'Info'],
    ['note', 'note', 'warning', 'Note'],
    ['tip', 'tip', 'approve', 'Tip'],
    ['warning', 'warning', 'error', 'Warning'],
  ])('%s', async (name, kind, icon, label) => {
    expect(await htmlOf(macro(name, { title: 'A &amp; b' }, '<p>x</p>'))).toBe(
      `<div class="confluence-information-macro confluence-information-macro-${kind} conf-macro output-block" role="note"` +
        ` aria-label="${label}" ${marks(name, true)}><p class="title">A &amp; b</p>` +
        `<span class="aui-icon aui-icon-small aui-iconfont-${icon} confluence-information-macro-icon" aria-hidden="true"></span>` +
        '<div class="confluence-information-macro-body"><p>x</p></div></div>',
    )
  })

  it('show no icon where none is wanted', async () => {
    expect(await htmlOf(macro('tip', { icon: 'false' }, ''))).not.toContain('confluence-information-macro-icon')
  })

  it('read the old form alike', async () => {
    const old =
      '<ac:macro ac:name="info"><ac:parameter ac:name="title">T</ac:parameter><ac:rich-text-body><p>x</p></ac:rich-text-body></ac:macro>'
    expect(await htmlOf(old)).toBe(await htmlOf(macro('info', { title: 'T' }, '<p>x</p>')))
  })
})

describe('panel', () => {
  it('takes its colours and borders', async () => {
    const parameters = {
      title: 'T',
      borderStyle: 'dashed',
      borderColor: '#ccc',
      borderWidth: '2',
      bgColor: '#FFFFCE',
      titleBGColor: 'red',
      titleColor: 'rgb(1,2,3)',
    }
    expect(await htmlOf(macro('panel', parameters, '<p>x</p>'))).toBe(
      '<div class="panel panel-coloured conf-macro output-block"' +
        ' style="background-color: #FFFFCE; border-color: #ccc; border-style: dashed; border-width: 2px"' +
        ` ${marks('panel', true)}><div class="panelHeader" style="background-color: red; color: rgb(1,2,3);` +
        ' border-bottom-color: #ccc; border-bottom-style: dashed; border-bottom-width: 2px"><b>T</b></div>' +
        '<div class="panelContent"><p>x</p></div></div>',
    )
  })

  it('takes nothing that is no colour', async () => {
    const parameters = {
      bgColor: 'red; position: fixed',
      borderWidth: '1px;x',
      borderStyle: 'url(x)',
      titleColor: 'url(x)',
    }
    expect(await htmlOf(macro('panel', parameters, 'x'))).toBe(
      `<div class="panel conf-macro output-block" ${marks('panel', true)}><div class="panelContent">x</div></div>`,
    )
  })
})

describe('code', () => {
  it('is coloured by its language', async () => {
    expect(await htmlOf(macro('code', { language: 'js', theme: 'Midnight' }, 'const a = "<b>" // c', 'plain'))).toBe(
      `<div class="code panel pdl code-theme-midnight conf-macro output-block" ${marks('code', true)}>` +
        '<div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" tabindex="0"' +
        ' data-syntaxhighlighter-params="brush: js; gutter: false; theme: Midnight" data-theme="Midnight">' +
        '<code class="hljs language-javascript"><span class="hljs-keyword">const</span> a = ' +
        '<span class="hljs-string">"&lt;b&gt;"</span> <span class="hljs-comment">// c</span></code></pre></div></div>',
    )
  })

  it.each(['none', 'text', 'no-such-language', '__proto__', 'constructor'])(
    'is plain for the language %s',
    async language => {
      expect(await htmlOf(macro('code', { language }, 'if (a) b', 'plain'))).toContain(
        '<code class="language-text">if (a) b</code>',
      )
    },
  )

  it.each([
    'actionscript3',
    'applescript',
    'bash',
    'c#',
    'cpp',
    'css',
    'delphi',
    'diff',
    'erlang',
    'groovy',
    'xml',
    'html/xml',
    'java',
    'javafx',
    'php',
    'perl',
    'powershell',
    'py',
    'ruby',
    'sql',
    'sass',
    'scala',
    'vb',
    'yml',
    'coldfusion',
  ])('knows %s, which the macro offers', async language => {
    expect(await htmlOf(macro('code', { language }, 'x = 1', 'plain'))).toMatch(/<code class="hljs language-\w+">/)
  })

  it('numbers its lines beside them, from where it is told', async () => {
    const html = await htmlOf(
      macro('code', { linenumbers: 'true', firstline: '9', title: 'F' }, '\na\n\n  b\n', 'plain'),
    )
    expect(html).toContain('<div class="codeHeader panelHeader pdl"><b>F</b></div>')
    expect(html).toContain('<div class="code-gutter" aria-hidden="true">9\n10\n11</div>')
    expect(html).toContain('<code class="language-text">a\n\n  b</code>')
  })

  it('wraps long lines, which have no numbers then', async () => {
    const html = await htmlOf(macro('code', { wrap: 'true', linenumbers: 'true' }, 'a b', 'plain'))
    expect(html).toContain('class="code panel pdl code-theme-confluence code-wrapped ')
    expect(html).not.toContain('code-gutter')
  })

  it('folds away, and opens for those who cannot unfold', async () => {
    const source = macro('code', { collapse: 'true' }, 'x', 'plain')
    expect(await htmlOf(source)).toMatch(
      /^<details class="code panel pdl [^>]*><summary class="codeHeader panelHeader pdl">.*Expand source/,
    )
    expect(await htmlOf(source, { mode: 'export_view' })).toMatch(/^<details [^>]* open=""/)
  })

  it('shows the text of a rich body, which some clients write', async () => {
    expect(await htmlOf(macro('code', {}, '<p>a</p><p>b</p>'))).toContain('<code class="language-text">a\nb</code>')
  })

  it('gives up on texts that its grammars cannot bear, and goes on to serve others', async () => {
    // Without a bound the first would take minutes; then this test runs out of time.
    const words = macro('code', { language: 'c' }, 'word '.repeat(10_000), 'plain')
    const links = macro('code', { language: 'markdown' }, '[a]('.repeat(10_000), 'plain')
    const html = await htmlOf(words + links)
    expect(html).toContain('<code class="hljs language-c">word word')
    expect(html).toContain('<code class="hljs language-markdown">[a]([a](')
    expect(await htmlOf(macro('code', { language: 'c' }, 'return 1;', 'plain'))).toContain(
      '<span class="hljs-keyword">return</span>',
    )
  })

  it('is coloured beside a text of the same page that its grammar cannot bear', async () => {
    const usual = Array.from({ length: 30 }, (_, index) =>
      macro('code', { language: 'c' }, `return ${index};`, 'plain'),
    )
    // Short enough to be highlighted by the same call as the others.
    const links = macro('code', { language: 'markdown' }, '[a]('.repeat(3_000), 'plain')
    const html = await htmlOf([...usual.slice(0, 15), links, ...usual.slice(15)].join(''))
    expect(html).toContain('<code class="hljs language-markdown">[a]([a](')
    expect(html.match(/<span class="hljs-keyword">return<\/span>/g)).toHaveLength(30)
  })

  it('is coloured while texts that take long wait for their turn', async () => {
    const words = macro('code', { language: 'c' }, 'word '.repeat(10_000), 'plain')
    const ended: string[] = []
    const render = async (name: string, source: string): Promise<string> => {
      const html = await htmlOf(source)
      ended.push(name)
      return html
    }
    const [, , short] = await Promise.all([
      render('long', words.repeat(3)),
      render('long', words.repeat(3)),
      render('short', macro('code', { language: 'c' }, 'return 1;', 'plain')),
    ])
    expect(short).toContain('<span class="hljs-keyword">return</span>')
    expect(ended).toEqual(['short', 'long', 'long'])
  })

  it('stays plain when it is long', async () => {
    const html = await htmlOf(macro('code', { language: 'js' }, 'a = 1;\n'.repeat(20_000), 'plain'))
    expect(html).not.toContain('<span class="hljs')
  })
})

it('noformat shows text as it stands', async () => {
  expect(await htmlOf(macro('noformat', {}, '<a>  *b*\n', 'plain'))).toBe(
    `<div class="preformatted panel conf-macro output-block" ${marks('noformat', true)}>` +
      '<div class="preformattedContent panelContent"><pre tabindex="0">&lt;a&gt;  *b*</pre></div></div>',
  )
  expect(await htmlOf(macro('noformat', { nopanel: 'true' }, 'x', 'plain'))).toContain('class="preformatted conf-macro')
})

describe('expand', () => {
  it('is complete without script', async () => {
    expect(await htmlOf(macro('expand', { title: 'More' }, '<p>x</p>'))).toBe(
      `<details class="expand-container conf-macro output-block" ${marks('expand', true)}><summary class="expand-control">` +
        '<span class="expand-icon" aria-hidden="true"></span><span class="expand-control-text conf-macro-render">More</span>' +
        '</summary><div class="expand-content"><p>x</p></div></details>',
    )
  })
  it('has a title where none is given', async () => {
    expect(await htmlOf(macro('expand', { title: ' ' }, ''))).toContain('>Click here to expand...</span>')
  })
})

describe('status', () => {
  it.each([
    [{}, 'Grey', 'aui-lozenge-default status-lozenge-medium-gray status-lozenge-max-width-medium'],
    [{ colour: 'Red', title: 'X' }, 'X', 'aui-lozenge-error status-lozenge-warm-red status-lozenge-max-width-medium'],
    [{ color: 'yellow', title: 'X' }, 'X', 'aui-lozenge-current status-lozenge-yellow status-lozenge-max-width-medium'],
    [
      { colour: 'Green', title: 'X', subtle: 'true' },
      'X',
      'aui-lozenge-success aui-lozenge-subtle status-lozenge-green status-lozenge-max-width-medium',
    ],
    [
      { colour: 'Blue', title: 'X', maxWidth: 'short' },
      'X',
      'aui-lozenge-complete status-lozenge-blue-gray status-lozenge-max-width-short',
    ],
    [{ colour: 'Purple', title: 'X' }, 'X', 'aui-lozenge-new status-lozenge-purple status-lozenge-max-width-medium'],
    [
      { colour: 'nonsense', title: 'X' },
      'X',
      'aui-lozenge-default status-lozenge-medium-gray status-lozenge-max-width-medium',
    ],
  ] as ReadonlyArray<readonly [Record<string, string>, string, string]>)('%j', async (parameters, text, names) => {
    const title = parameters.title ? ` title="${parameters.title}"` : ''
    expect(await htmlOf(`<p>${macro('status', parameters)}</p>`)).toBe(
      `<p><span class="status-macro aui-lozenge ${names} conf-macro output-inline"${title} ${marks('status', false)}>${text}</span></p>`,
    )
  })
})

it('anchor', async () => {
  expect(await htmlOf(`<p>${macro('anchor', { '': 'Here and now' })}x</p>`)).toBe(
    `<p><span class="confluence-anchor-link conf-macro output-inline" id="OurPage-Hereandnow" ${marks('anchor', false)}></span>x</p>`,
  )
})

describe('section, column, details', () => {
  it('lay out columns of a width', async () => {
    const source = macro(
      'section',
      { border: 'true' },
      macro('column', { width: '30%' }, 'a') + macro('column', {}, 'b'),
    )
    expect(await htmlOf(source)).toBe(
      `<div class="sectionColumnWrapper conf-macro output-block" ${marks('section', true)}>` +
        '<div class="sectionMacro sectionMacroWithBorder"><div class="sectionMacroRow">' +
        '<div class="columnMacro columnMacroSized conf-macro output-block" style="width: 30%; min-width: 30%; max-width: 30%"' +
        ` ${marks('column', true)}>a</div><div class="columnMacro conf-macro output-block" ${marks('column', true)}>b</div>` +
        '</div></div></div>',
    )
  })
  it('hide details that are only for reports', async () => {
    expect(await htmlOf(macro('details', { hidden: 'true' }, 'secret'))).not.toContain('secret')
    expect(await htmlOf(macro('details', { id: 'x' }, 'seen'))).toBe(
      `<div class="plugin-tabmeta-details conf-macro output-block" data-details-id="x" ${marks('details', true)}>seen</div>`,
    )
  })
})

describe('excerpt and excerpt-include', () => {
  const other =
    `<p>before</p>${macro('excerpt', { name: 'one', hidden: 'true' }, '<p>first</p>')}` +
    `<p>${macro('excerpt', { name: 'two', 'atlassian-macro-output-type': 'INLINE' }, 'second')}</p>`
  const host: RenderHost = {
    ...testHost(),
    includePage: () =>
      Promise.resolve({
        page: { ...testPage, id: '77', title: 'Other' },
        url: '/display/DS/Other',
        document: parse(other),
      }),
  }

  it('hides and shows, in a line or as a block', async () => {
    expect(await htmlOf(other)).toBe(
      `<p>before</p><p><span class="excerpt conf-macro output-inline" ${marks('excerpt', true)}>second</span></p>`,
    )
  })
  it('shows the first excerpt in a panel with the title of its page', async () => {
    expect(await htmlOf(macro('excerpt-include', { '': 'Other' }), { host })).toBe(
      `<div class="conf-macro output-block" ${marks('excerpt-include', false)}><div class="panel excerpt-include">` +
        '<div class="panelHeader"><b><a href="/ctx/display/DS/Other">Other</a></b></div>' +
        '<div class="panelContent"><p>first</p></div></div></div>',
    )
  })
  it('shows the one of a name, without a panel', async () => {
    expect(await htmlOf(macro('excerpt-include', { '': 'Other', name: 'two', nopanel: 'true' }), { host })).toBe(
      `<div class="conf-macro output-block" ${marks('excerpt-include', false)}>second</div>`,
    )
  })
  it('says so where there is none', async () => {
    expect(await htmlOf(macro('excerpt-include', { '': 'Other', name: 'x' }), { host })).toContain(
      'The page "Other" has no such excerpt.',
    )
    expect(await htmlOf(macro('excerpt-include'), { host })).toContain('No page to include is named.')
  })
})

describe('children', () => {
  function host(asked: ChildrenQuery[]): RenderHost {
    return {
      ...testHost(),
      children(query) {
        asked.push(query)
        const grandchild = { id: '3', title: 'C', url: '/c', children: [] }
        return Promise.resolve([{ id: '2', title: 'B', url: '/b', excerpt: 'about b', children: [grandchild] }])
      },
    }
  }

  it('lists the pages below with their excerpts', async () => {
    expect(await htmlOf(macro('children'), { host: host([]) })).toBe(
      `<div class="childpages conf-macro output-block" ${marks('children', false)}><ul class="childpages-macro"><li>` +
        '<a href="/ctx/b" data-linked-resource-id="2">B</a><p class="childpages-excerpt">about b</p>' +
        '<ul class="childpages-macro"><li><a href="/ctx/c" data-linked-resource-id="3">C</a></li></ul></li></ul></div>',
    )
  })

  it('can show them as headings', async () => {
    expect(await htmlOf(macro('children', { style: 'h3' }), { host: host([]) })).toContain(
      '<div class="childpages-macro"><h3><a href="/ctx/b" data-linked-resource-id="2">B</a></h3>',
    )
  })

  it.each([
    [{}, { parent: undefined, depth: 1, sort: 'position', reverse: false, first: undefined, excerpts: false }],
    [
      { all: 'true', sort: 'title', reverse: 'true', first: '5' },
      { depth: 20, sort: 'title', reverse: true, first: 5 },
    ],
    [
      { depth: '3', excerptType: 'simple', sort: 'creation' },
      { depth: 3, excerpts: true, sort: 'creation' },
    ],
    [
      { allChildren: 'true', sortAndReverse: 'title desc' },
      { depth: 20, sort: 'title', reverse: true },
    ],
    [
      { page: '@home', excerpt: 'true' },
      { parent: 'home', excerpts: true },
    ],
    [{ page: '@self' }, { parent: undefined }],
    [{ page: 'X:Other page' }, { parent: { kind: 'page', spaceKey: 'X', title: 'Other page' } }],
    [
      { depth: '-1', first: 'many', sort: 'size' },
      { depth: 1, first: undefined, sort: 'position' },
    ],
  ] as ReadonlyArray<readonly [Record<string, string>, object]>)('%j asks for %j', async (parameters, expected) => {
    const asked: ChildrenQuery[] = []
    await htmlOf(macro('children', parameters), { host: host(asked) })
    expect(asked).toMatchObject([expected])
  })
})

describe('macros that are not known', () => {
  it('show their name and their rich body', async () => {
    expect(await htmlOf(macro('my-thing', { a: 'b' }, '<p>x</p>'))).toBe(
      `<div class="unknown-macro conf-macro output-block" ${marks('my-thing', true)}>` +
        '<div class="unknown-macro-name">my-thing</div><div class="unknown-macro-body"><p>x</p></div></div>',
    )
  })
  it('show a plain body as it stands', async () => {
    expect(await htmlOf(macro('made-up', {}, '<script>alert(1)</script>', 'plain'))).toContain(
      '<pre tabindex="0">&lt;script&gt;alert(1)&lt;/script&gt;</pre>',
    )
  })
  it('stay in their line without a body', async () => {
    expect(await htmlOf(`<p>a ${macro('x"y'.replace('"', '&quot;'))} b</p>`)).toBe(
      '<p>a <span class="unknown-macro conf-macro output-inline" data-hasbody="false" data-macro-name="x&quot;y">' +
        '<span class="unknown-macro-name">x"y</span></span> b</p>',
    )
  })
})

describe('a registry', () => {
  const hello = defineMacro({
    name: 'hello',
    aliases: ['hi'],
    title: 'Hello',
    description: 'Greets.',
    category: 'formatting',
    body: 'rich',
    output: 'block',
    parameters: {
      who: { type: 'text', label: 'Name', default: 'world' },
      times: { type: 'number', label: 'Times', default: 1, min: 1, max: 3 },
    },
    render: call => call.root('p', {}, `${call.parameters.who} `.repeat(call.parameters.times), call.body()),
  })

  it('adds macros, under all their names', async () => {
    const macros = createMacroRegistry([...builtinMacros, hello])
    expect(await htmlOf(macro('hi', { times: '2' }, '<b>!</b>'), { macros })).toBe(
      `<p class="conf-macro output-block" ${marks('hi', true)}>world world <b>!</b></p>`,
    )
    expect(await htmlOf(macro('hello', { times: '9', who: '&lt;x&gt;' }, ''), { macros })).toContain('>&lt;x&gt; </p>')
    expect(macros.list().map(({ name }) => name)).toContain('hello')
    expect(macros.list()).toHaveLength(builtinMacros.length + 1)
  })

  it.each([
    ['at once', () => h('script')],
    ['later', () => Promise.reject(new Error('the issue tracker is away'))],
  ])('shows a box for a macro that fails %s, and tells of it', async (_, renderIt) => {
    const broken = defineMacro({
      name: 'broken',
      title: 'Broken',
      description: 'Fails.',
      category: 'formatting',
      body: 'none',
      output: 'block',
      parameters: {},
      render: renderIt,
    })
    const errors: unknown[] = []
    const { html } = await renderText(`<p>a</p>${macro('broken')}<p>b</p>`, {
      macros: createMacroRegistry([broken]),
      onError: (error, name) => errors.push([error, name]),
    })
    expect(html).toBe(
      `<p>a</p><div class="error conf-macro output-block" role="note" ${marks('broken', false)}>` +
        'The macro "broken" could not be shown.</div><p>b</p>',
    )
    expect(errors).toEqual([[expect.any(Error), 'broken']])
  })
})
