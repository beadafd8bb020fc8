import { describe, expect, it } from 'vitest'
import {
  ensureMacroIds,
  ensureTaskIds,
  findMacro,
  macros,
  moveReferences,
  outline,
  parse,
  readable,
  references,
  rewriteReferences,
  serialise,
  setTaskStatus,
  tasks,
  toText,
} from './index.ts'
import { renderText } from './testing.ts'

describe('toText', () => {
  it('puts blocks on lines, cells apart, and keeps code as it stands', () => {
    const text = toText(
      parse(
        '<h1>Title</h1><p>One   <strong>two</strong>\nthree</p><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>' +
          '<table><tbody><tr><th>h</th><th>i</th></tr><tr><td><p>x</p></td><td>y</td></tr></tbody></table>' +
          '<ac:structured-macro ac:name="code"><ac:parameter ac:name="title">File</ac:parameter>' +
          '<ac:parameter ac:name="language">js</ac:parameter>' +
          '<ac:plain-text-body><![CDATA[if (a)\n    b()]]></ac:plain-text-body></ac:structured-macro><p>end</p>',
      ),
    )
    expect(text).toBe('Title\nOne two three\na\nb\nc\nh\ti\nx\ny\nFile\nif (a)\n    b()\nend')
  })

  it('names links without a body, and leaves parameters and task machinery out', () => {
    const text = toText(
      parse(
        '<p>See <ac:link><ri:page ri:content-title="Other" /></ac:link>, <ac:link><ri:page ri:content-title="X" />' +
          '<ac:plain-text-link-body><![CDATA[this]]></ac:plain-text-link-body></ac:link> ' +
          '<ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">Red</ac:parameter>' +
          '<ac:parameter ac:name="title">LATE</ac:parameter></ac:structured-macro> now</p>' +
          '<ac:task-list><ac:task><ac:task-id>7</ac:task-id><ac:task-status>incomplete</ac:task-status>' +
          '<ac:task-body>Do it <time datetime="2024-05-06" /></ac:task-body></ac:task></ac:task-list>',
      ),
    )
    expect(text).toBe('See Other, this LATE now\nDo it 2024-05-06')
  })

  it('has what newer Confluence stores twice once, as readers see it', () => {
    const source =
      '<p>before</p><ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">note' +
      '</ac:adf-attribute><ac:adf-content><p>Hello</p></ac:adf-content></ac:adf-node><ac:adf-fallback>' +
      '<div class="panel"><div class="panelContent"><p>Hello</p></div></div></ac:adf-fallback></ac:adf-extension>' +
      '<ac:adf-extension><ac:adf-node type="x"><ac:adf-content><p>alone</p></ac:adf-content></ac:adf-node>' +
      '</ac:adf-extension><p>after</p>'
    expect(toText(parse(source))).toBe('before\nHello\nalone\nafter')
    expect(readable(parse(source)).text.trim().split(/\n+/)).toEqual(['before', 'Hello', 'alone', 'after'])
  })

  it('names mentioned users as the caller knows them', () => {
    const doc = parse(
      '<p><ac:link><ri:user ri:userkey="k1" /></ac:link>, <ac:link><ri:user ri:username="ann" /></ac:link>, ' +
        '<ac:link><ri:user ri:username="bo" /></ac:link> and <ac:link><ri:user ri:userkey="k1" />' +
        '<ac:plain-text-link-body><![CDATA[him]]></ac:plain-text-link-body></ac:link></p>',
    )
    const name = ({ username, userKey }: { username?: string | undefined; userKey?: string | undefined }) =>
      username === 'ann' ? 'Ann A' : userKey === 'k1' ? 'Kay One' : undefined
    expect(toText(doc, name)).toBe('Kay One, Ann A, bo and him')
    expect(toText(doc)).toBe(', ann, bo and him')
  })
})

it.each(['<pre>', '<p>', '<h1>', '<ac:plain-text-body>'])('bears a million blanks in %s', async tag => {
  const source = `${tag}a${' '.repeat(1_000_000)}b\n\n${tag.replace('<', '</')}`
  expect(toText(parse(source))).toMatch(/^a\s+b$/)
  expect(outline(parse(source)).length).toBe(tag === '<h1>' ? 1 : 0)
  const { html } = await renderText(`<ac:structured-macro ac:name="code">${source}</ac:structured-macro>${source}`)
  expect(html.length).toBeGreaterThan(1_000_000)
})

describe('outline', () => {
  it('gives ids of title and heading without white space and tells equal ones apart', () => {
    const doc = parse(
      '<h1>A b</h1><h2>A b</h2><div><h2>A  <em>b</em></h2></div><h3> </h3><h4>ÄÖ → 漢字</h4><h2>A b.1</h2><h2>Ab</h2>',
    )
    expect(outline(doc, 'My Page').map(({ level, text, id }) => [level, text, id])).toEqual([
      [1, 'A b', 'MyPage-Ab'],
      [2, 'A b', 'MyPage-Ab.1'],
      [2, 'A b', 'MyPage-Ab.2'],
      [3, '', 'MyPage-'],
      [4, 'ÄÖ → 漢字', 'MyPage-ÄÖ→漢字'],
      [2, 'A b.1', 'MyPage-Ab.1.1'],
      [2, 'Ab', 'MyPage-Ab.3'],
    ])
  })
})

const taskList =
  '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>' +
  '<span>Ask <ac:link><ri:user ri:username="ann" /></ac:link> by <time datetime="2024-05-06" /></span>' +
  '<ac:task-list><ac:task><ac:task-id>2</ac:task-id><ac:task-status>complete</ac:task-status>' +
  '<ac:task-body>inner</ac:task-body></ac:task></ac:task-list></ac:task-body></ac:task>' +
  '<ac:task><ac:task-body>no id</ac:task-body></ac:task></ac:task-list>'

describe('tasks', () => {
  it('reads them with status, due date and assignee', () => {
    expect(tasks(parse(taskList))).toMatchObject([
      {
        id: '1',
        status: 'incomplete',
        text: 'Ask ann by 2024-05-06',
        due: '2024-05-06',
        assignee: { username: 'ann' },
      },
      { id: '2', status: 'complete', text: 'inner', due: undefined, assignee: undefined },
      { id: undefined, status: 'incomplete', text: 'no id' },
    ])
  })

  it('sets one status and changes nothing else', () => {
    const doc = parse(taskList)
    const changed = serialise(setTaskStatus(doc, '1', 'complete'))
    expect(changed).toBe(taskList.replace('incomplete', 'complete'))
    expect(setTaskStatus(doc, '2', 'complete')).toBe(doc)
    expect(setTaskStatus(doc, '9', 'complete')).toBe(doc)
  })

  it('adds a status where none stands', () => {
    const doc = parse('<ac:task><ac:task-id>5</ac:task-id><ac:task-body>x</ac:task-body></ac:task>')
    expect(serialise(setTaskStatus(doc, '5', 'complete'))).toBe(
      '<ac:task><ac:task-id>5</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>x</ac:task-body></ac:task>',
    )
  })

  it('numbers tasks that have no id or one that is taken', () => {
    const doc = ensureTaskIds(parse(taskList.replace('<ac:task-id>2<', '<ac:task-id>1<')))
    const ids = tasks(doc).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(ids).toContain('1')
    expect(ensureTaskIds(doc)).toBe(doc)
  })
})

describe('macros', () => {
  const source =
    '<ac:structured-macro ac:name="a"><ac:rich-text-body><ac:structured-macro ac:name="b" ac:macro-id="x" ' +
    'ac:schema-version="2" data-layout="wide" /></ac:rich-text-body></ac:structured-macro>' +
    '<ac:macro ac:name="c"><ac:default-parameter>d</ac:default-parameter></ac:macro>'

  it('lists them with parameters and bodies', () => {
    expect(macros(parse(source)).map(({ name, bodyKind, id }) => [name, bodyKind, id])).toEqual([
      ['a', 'rich', undefined],
      ['b', 'none', 'x'],
      ['c', 'none', undefined],
    ])
    expect(macros(parse(source))[2]?.parameters['']).toBe('d')
    expect(findMacro(parse(source), 'x')?.name).toBe('b')
    expect(findMacro(parse(source), 'y')).toBeUndefined()
  })

  it('adds ids and schema versions where they are missing', () => {
    let count = 0
    const doc = ensureMacroIds(parse(source), () => `id-${++count}`)
    expect(serialise(doc)).toBe(
      '<ac:structured-macro ac:name="a" ac:schema-version="1" ac:macro-id="id-1"><ac:rich-text-body>' +
        '<ac:structured-macro ac:name="b" ac:macro-id="x" ac:schema-version="2" data-layout="wide" />' +
        '</ac:rich-text-body></ac:structured-macro><ac:macro ac:name="c"><ac:default-parameter>d</ac:default-parameter></ac:macro>',
    )
    expect(ensureMacroIds(doc, () => 'never')).toBe(doc)
  })
})

describe('references', () => {
  const source =
    '<ac:link><ri:page ri:content-title="A" /></ac:link><ac:link><ri:page ri:content-title="A" /></ac:link>' +
    '<ac:link><ri:page ri:space-key="X" ri:content-title="A" /></ac:link>' +
    '<ac:image><ri:attachment ri:filename="f.png"><ri:page ri:content-title="B" /></ri:attachment></ac:image>' +
    '<ac:link><ri:blog-post ri:content-title="P" ri:posting-day="2024/01/02" /></ac:link>' +
    '<ac:link><ri:user ri:username="ann" /></ac:link><ac:link><ri:space ri:space-key="S" /></ac:link>' +
    '<ac:link><ri:content-entity ri:content-id="7" /></ac:link><ac:link><ri:shortcut ri:key="jira" ri:parameter="A-1" /></ac:link>' +
    '<ac:image><ri:url ri:value="https://x/y.png" /></ac:image><a href="https://z/">z</a>' +
    '<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="I" /></ac:link></ac:parameter></ac:structured-macro>' +
    '<ac:structured-macro ac:name="excerpt-include"><ac:parameter ac:name="">X:Old</ac:parameter></ac:structured-macro>' +
    '<ac:structured-macro ac:name="children"><ac:parameter ac:name="page">@self</ac:parameter></ac:structured-macro>'

  it('lists each thing once, containers with their attachments', () => {
    expect(references(parse(source))).toEqual([
      { kind: 'page', title: 'A', spaceKey: undefined },
      { kind: 'page', title: 'A', spaceKey: 'X' },
      { kind: 'attachment', filename: 'f.png', container: { kind: 'page', title: 'B', spaceKey: undefined } },
      { kind: 'blog-post', title: 'P', postingDay: '2024/01/02', spaceKey: undefined },
      { kind: 'user', username: 'ann', userKey: undefined, accountId: undefined },
      { kind: 'space', spaceKey: 'S' },
      { kind: 'content-entity', id: '7' },
      { kind: 'shortcut', key: 'jira', parameter: 'A-1' },
      { kind: 'url', value: 'https://x/y.png' },
      { kind: 'url', value: 'https://z/' },
      { kind: 'page', title: 'I', spaceKey: undefined },
      { kind: 'page', title: 'Old', spaceKey: 'X' },
    ])
  })

  it('renames a page wherever it is named, and touches nothing else', () => {
    const { doc, changed } = rewriteReferences(parse(source), reference =>
      reference.kind === 'page' && reference.title === 'A' && !reference.spaceKey
        ? { title: 'New & "old"' }
        : undefined,
    )
    expect(changed).toBe(2)
    expect(serialise(doc)).toBe(
      source.replaceAll('<ri:page ri:content-title="A" />', '<ri:page ri:content-title="New &amp; &quot;old&quot;" />'),
    )
  })

  it('moves a page to another space, in text parameters and containers too', () => {
    const { doc, changed } = rewriteReferences(parse(source), reference =>
      reference.kind === 'page' && (reference.title === 'B' || reference.title === 'Old')
        ? { spaceKey: 'NEW', title: 'Moved' }
        : undefined,
    )
    expect(changed).toBe(2)
    expect(serialise(doc)).toContain('<ri:page ri:content-title="Moved" ri:space-key="NEW" /></ri:attachment>')
    expect(serialise(doc)).toContain('<ac:parameter ac:name="">NEW:Moved</ac:parameter>')
  })

  it('removes a field, sets an URL, renames an attachment', () => {
    const { doc } = rewriteReferences(parse(source), reference => {
      if (reference.kind === 'page' && reference.spaceKey === 'X') return { spaceKey: undefined }
      if (reference.kind === 'url' && reference.value === 'https://z/') return { value: 'https://w/' }
      return reference.kind === 'attachment' ? { filename: 'g.png' } : undefined
    })
    expect(serialise(doc)).toContain('<a href="https://w/">z</a>')
    expect(serialise(doc)).toContain('ri:filename="g.png"')
    expect(serialise(doc)).not.toContain('ri:space-key="X"')
  })

  it('gives the same document where nothing changes', () => {
    const doc = parse(source)
    expect(rewriteReferences(doc, () => undefined)).toEqual({ doc, changed: 0 })
    expect(
      rewriteReferences(doc, reference => (reference.kind === 'page' ? { title: reference.title } : {})).changed,
    ).toBe(0)
  })
})

describe('moveReferences', () => {
  const ops = { pageId: '11', spaceKey: 'OPS' }
  const moved = (source: string, from: typeof ops | undefined, to: { pageId: string | undefined; spaceKey: string }) =>
    serialise(moveReferences(parse(source), from, to).doc)
  const file = (holder = '') =>
    holder === ''
      ? '<ac:image><ri:attachment ri:filename="a.png" /></ac:image>'
      : `<ac:image><ri:attachment ri:filename="a.png">${holder}</ri:attachment></ac:image>`
  const owner = (id: string) => `<ri:content-entity ri:content-id="${id}" />`
  const page = (title: string, key?: string) =>
    `<ac:link><ri:page ri:content-title="${title}"${key ? ` ri:space-key="${key}"` : ''} /></ac:link>`
  const include = (name: string) =>
    `<ac:structured-macro ac:name="include"><ac:parameter ac:name="">${name}</ac:parameter></ac:structured-macro>`
  const viewFile = (holder = '') =>
    `<ac:structured-macro ac:name="view-file"><ac:parameter ac:name="name">${file(holder).slice(10, -11)}</ac:parameter></ac:structured-macro>`

  it.each([
    ['files get their page as the owner', file() + viewFile(), file(owner('11')) + viewFile(owner('11'))],
    ['pages get their space', page('A') + include('A'), page('A', 'OPS') + include('OPS:A')],
    [
      'pages that own files get their space',
      file('<ri:page ri:content-title="A" />'),
      file('<ri:page ri:content-title="A" ri:space-key="OPS" />'),
    ],
    ['what names its place stays', page('A', 'X') + file(owner('5')), page('A', 'X') + file(owner('5'))],
    ['files of the other page need no owner there', file(owner('22')), file()],
    ['anchors, people and addresses stay', '<p><a href="/x">x</a></p>', '<p><a href="/x">x</a></p>'],
  ])('%s', (_, source, expected) => {
    expect(moved(source, ops, { pageId: '22', spaceKey: 'DEV' })).toBe(expected)
  })

  it('leaves pages of the same space, and files of the same page, relative', () => {
    expect(moved(page('A') + file(), ops, { pageId: '22', spaceKey: 'OPS' })).toBe(page('A') + file(owner('11')))
    expect(moved(page('A') + file(), ops, { pageId: '11', spaceKey: 'DEV' })).toBe(page('A', 'OPS') + file())
    const doc = parse(page('A') + file())
    expect(moveReferences(doc, ops, ops).doc).toBe(doc)
  })

  it('of an absolute text, gives only the files of that page no owner', () => {
    expect(moved(page('A') + file(owner('11')), undefined, ops)).toBe(page('A') + file())
    expect(moved(file(owner('11')), undefined, { pageId: undefined, spaceKey: 'OPS' })).toBe(file(owner('11')))
  })
})
