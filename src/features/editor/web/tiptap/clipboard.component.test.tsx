import type { Editor } from '@tiptap/core'
import { describe, expect, test } from 'vitest'
import type { TextPlace } from '#language/references.ts'
import { openEditor } from '../../testing/open-editor.ts'
import { storageIn } from './create.ts'

const SOURCE: TextPlace = { pageId: '11', spaceKey: 'OPS' }
const OTHER: TextPlace = { pageId: '22', spaceKey: 'DEV' }

function opened(storage: string, place: TextPlace): Editor {
  return openEditor(storage, { place, contentId: place.pageId ?? '1' })
}

/** Clipboard HTML of a whole text. */
function copied(storage: string, place: TextPlace): string {
  const { view, state } = opened(storage, place)
  return view.serializeForClipboard(state.doc.slice(0, state.doc.content.size)).dom.innerHTML
}

/** Storage format of a page in which HTML was pasted. */
function pasted(html: string, place: TextPlace): string {
  const editor = opened('', place)
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent)
  return storageIn(editor)
}

const owned = (id: string) => `<ri:content-entity ri:content-id="${id}" />`
const attachment = (name: string, id?: string) =>
  id === undefined
    ? `<ri:attachment ri:filename="${name}" />`
    : `<ri:attachment ri:filename="${name}">${owned(id)}</ri:attachment>`
const macro = (name: string, parameters: string) =>
  `<ac:structured-macro ac:name="${name}">${parameters}</ac:structured-macro>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`

/** A page with all that is relative to it; `id` and `key` make it absolute. */
const text = (id?: string, key?: string) => {
  const page = `<ri:page ri:content-title="Plan"${key ? ` ri:space-key="${key}"` : ''} />`
  return [
    `<p>see <ac:image>${attachment('a.png', id)}</ac:image> and <ac:link>${attachment('b.pdf', id)}</ac:link></p>`,
    `<table><tbody><tr><td><ac:link>${page}</ac:link></td></tr></tbody></table>`,
    macro('view-file', parameter('name', attachment('c.xlsx', id))),
    macro('include', parameter('', key ? `${key}:Plan` : 'Plan')),
    macro('gliffy', (id ? parameter('pageid', id) : '') + parameter('name', 'Flow')).replace(
      /(<ac:parameter ac:name="pageid">.*?<\/ac:parameter>)(.*)(<\/ac:structured-macro>)/,
      '$2$1$3',
    ),
  ].join('')
}

describe('text that is copied from an editor', () => {
  test('keeps the owners of its files, pages and diagrams in another page', () => {
    expect(pasted(copied(text(), SOURCE), OTHER)).toBe(text('11', 'OPS'))
  })

  test('stays as it is in the same page', () => {
    expect(pasted(copied(text(), SOURCE), SOURCE)).toBe(text())
  })

  test('is relative again back in its page', () => {
    const there = pasted(copied(text(), SOURCE), OTHER)
    expect(pasted(copied(there, OTHER), SOURCE)).toBe(text(undefined, 'OPS'))
  })

  test('includes diagrams of draw.io from its page, until they are back there', () => {
    const own = macro('drawio', parameter('diagramName', 'Flow') + parameter('width', '200'))
    const included = macro(
      'inc-drawio',
      [
        parameter('diagramName', 'Flow'),
        parameter('width', '200'),
        parameter('pageId', '11'),
        parameter('includedDiagram', '1'),
      ].join(''),
    )
    expect(pasted(copied(own, SOURCE), SOURCE)).toBe(own)
    const there = pasted(copied(own, SOURCE), OTHER)
    expect(there).toBe(included)
    expect(pasted(copied(there, OTHER), SOURCE)).toBe(
      included.replace('inc-drawio', 'drawio').replace(parameter('includedDiagram', '1'), ''),
    )
  })

  test('keeps owners from and to texts that have no files of their own', () => {
    expect(pasted(copied(text(), SOURCE), { pageId: undefined, spaceKey: 'OPS' })).toBe(text('11'))
    const none = { pageId: undefined, spaceKey: 'OPS' }
    expect(pasted(copied(`<p><ac:image>${attachment('a.png')}</ac:image></p>`, none), SOURCE)).toBe(
      `<p><ac:image>${attachment('a.png')}</ac:image></p>`,
    )
  })

  test('stays as it is when it comes from another wiki', () => {
    const html = copied(text(), SOURCE).replaceAll(location.origin, 'https://other.example')
    expect(pasted(html, OTHER)).toBe(text())
  })
})

describe('what is copied for other programs', () => {
  const status = macro('status', parameter('title', 'DONE'))
  const inline =
    `<p>one ${status} <ac:link><ri:user ri:userkey="abc" /></ac:link> <time datetime="2026-11-30" /> ` +
    '<ac:emoticon ac:name="tick" /> <ac:link><ri:page ri:content-title="Plan &amp; more" /></ac:link> ' +
    `<ac:link>${attachment('b c.pdf')}</ac:link> <ac:image ac:alt="A cat" ac:width="200">${attachment('a.png')}</ac:image><br />x</p>`
  const blocks =
    '<h2>Head</h2><ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul><ol start="3"><li>n</li></ol>' +
    '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>do</ac:task-body></ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>then</ac:task-body></ac:task></ac:task-list>' +
    '<table><tbody><tr><th>h</th><td><p>d</p><p>e</p></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>' +
    '<ac:structured-macro ac:name="info"><ac:rich-text-body><p>in a box</p></ac:rich-text-body></ac:structured-macro>' +
    '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a\n\n  b]]></ac:plain-text-body></ac:structured-macro>' +
    `${macro('toc', '')}${macro('jira', parameter('key', 'OPS-1'))}<p></p><p>end</p>`

  function copy(storage: string, select: (editor: Editor) => void = editor => editor.commands.selectAll()) {
    const editor = openEditor(storage, { place: SOURCE, contentId: '11', people: { abc: 'Ada L.' } })
    select(editor)
    const { dom, text: plain } = editor.view.serializeForClipboard(editor.state.selection.content())
    return { dom, plain, html: dom.innerHTML }
  }

  test('has the words, pictures and addresses that readers see', () => {
    const { dom } = copy(inline)
    expect(dom.textContent).toBe('one DONE Ada L. 30 Nov 2026 ✅ Plan & more b c.pdf x')
    expect([...dom.querySelectorAll('a')].map(each => each.href)).toEqual([
      `${location.origin}/pages/viewpage.action?spaceKey=OPS&title=Plan+%26+more`,
      `${location.origin}/download/attachments/11/b%20c.pdf`,
    ])
    const picture = dom.querySelector('img')!
    expect([picture.src, picture.alt, picture.width]).toEqual([
      `${location.origin}/download/attachments/11/a.png`,
      'A cat',
      200,
    ])
  })

  test('is taken back as it was', () => {
    for (const storage of [inline, blocks])
      expect(pasted(copy(storage).html, SOURCE)).toBe(storageIn(opened(storage, SOURCE)))
  })

  test('has plain text with the signs of lists, rows of tables and code as it is', () => {
    const list = ['- a', '  - b', '- c', '  d']
    const lists = [list.join('\n'), '3. n', '- [x] do\n- [ ] then']
    const parts = ['Head', ...lists, 'h\td e\n1\t2', 'in a box', 'a\n\n  b', 'key: OPS-1', '', 'end']
    expect(copy(blocks).plain).toBe(parts.join('\n\n'))
    expect(copy(inline).plain).toBe('one DONE Ada L. 30 Nov 2026 ✅ Plan & more b c.pdf A cat\nx')
  })

  test('is the words alone of a part of a paragraph in a list', () => {
    const part = (editor: Editor) => editor.commands.setTextSelection({ from: 3, to: 6 })
    expect(copy('<ul><li>word</li><li>b</li></ul>', part).plain).toBe('wor')
  })
})

describe('text that is copied from the view', () => {
  const address = (kind: string, name: string) =>
    `${location.origin}/download/${kind}/11/${encodeURIComponent(name)}?version=2&amp;modificationDate=5&amp;api=v2`
  const view =
    `<p>see <span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" src="${address('thumbnails', 'a b.png')}" alt="a b.png"></span>` +
    ` <img src="${address('attachments', 'c.png')}" alt="A cat">` +
    ` <a href="${address('attachments', 'd.pdf')}" data-linked-resource-type="attachment">d.pdf</a>` +
    ` <a href="${address('attachments', 'd.pdf')}">the file</a>` +
    ` <a class="confluence-embedded-file" href="${address('attachments', 'e.pdf')}"><img src="${address('thumbnails', 'e.pdf')}"></a>` +
    ' <img src="https://other.example/download/attachments/11/f.png"></p>'
  const stored = (id?: string) =>
    `<p>see <ac:image>${attachment('a b.png', id)}</ac:image>` +
    ` <ac:image ac:alt="A cat">${attachment('c.png', id)}</ac:image>` +
    ` <ac:link>${attachment('d.pdf', id)}</ac:link>` +
    ` <ac:link>${attachment('d.pdf', id)}<ac:plain-text-link-body><![CDATA[the file]]></ac:plain-text-link-body></ac:link>` +
    ` <ac:image>${attachment('e.pdf', id)}</ac:image>` +
    ' <ac:image><ri:url ri:value="https://other.example/download/attachments/11/f.png" /></ac:image></p>'

  test('keeps the owners of its pictures and files in another page', () => {
    expect(pasted(view, OTHER)).toBe(stored('11'))
  })

  test('names no owner in the page that has the files', () => {
    expect(pasted(view, SOURCE)).toBe(stored())
  })
})

describe('a pasted copy', () => {
  const marker = (text: string) => `<ac:inline-comment-marker ac:ref="r1">${text}</ac:inline-comment-marker>`
  const withIds = [
    `<p>${marker('said')} so</p>`,
    '<ac:task-list><ac:task><ac:task-id>7</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body><p>t</p></ac:task-body></ac:task></ac:task-list>',
    '<ac:structured-macro ac:name="toc" ac:macro-id="m1" />',
    '<ac:structured-macro ac:name="info" ac:macro-id="m2"><ac:rich-text-body><p>i</p></ac:rich-text-body></ac:structured-macro>',
  ].join('')
  const withoutIds = withIds
    .replace(marker('said'), 'said')
    .replace('<ac:task-id>7</ac:task-id>', '')
    .replaceAll(/ ac:macro-id="m\d"/g, '')

  /** Storage format after the page was copied and pasted back at a selection. */
  function pastedBack(at: 'end' | 'all', isCut = false): string {
    const editor = opened(withIds, SOURCE)
    const { view } = editor
    const html = view.serializeForClipboard(view.state.doc.slice(0, view.state.doc.content.size - 2)).dom.innerHTML
    if (isCut) editor.commands.clearContent()
    if (at === 'end') editor.commands.setTextSelection(editor.state.doc.content.size - 1)
    else editor.commands.selectAll()
    view.pasteHTML(html, new Event('paste') as ClipboardEvent)
    return storageIn(editor)
  }

  test('gets new ids of tasks and macros, and leaves comments to the original', () => {
    expect(pastedBack('end')).toBe(withIds + withoutIds)
  })

  test('keeps them where it replaces the original, or comes back', () => {
    expect(pastedBack('all')).toBe(withIds)
    expect(pastedBack('end', true)).toBe(withIds)
  })

  test('has none in another page', () => {
    expect(pasted(copied(withIds, SOURCE), OTHER)).toBe(withoutIds)
  })
})

describe('a clipboard event beside the text, as browsers send it for a macro before another', () => {
  const children = '<ac:structured-macro ac:name="children" />'
  const toc = '<ac:structured-macro ac:name="toc" />'

  function sent(type: 'copy' | 'cut', editor: Editor): { event: Event; html: string } {
    const data = new Map<string, string>()
    const clipboardData = {
      clearData: () => data.clear(),
      setData: (name: string, text: string) => data.set(name, text),
    }
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clipboardData })
    editor.commands.setNodeSelection(0)
    document.body.dispatchEvent(event)
    return { event, html: data.get('text/html') ?? '' }
  }

  test('copies and cuts the selected macro', () => {
    const editor = opened(`${children}${toc}<p>end</p>`, SOURCE)
    editor.view.focus()
    const copy = sent('copy', editor)
    expect(copy.event.defaultPrevented).toBe(true)
    expect(pasted(copy.html, SOURCE)).toBe(children)
    expect(sent('cut', editor).event.defaultPrevented).toBe(true)
    expect(storageIn(editor)).toBe(`${toc}<p>end</p>`)
  })

  test('is no event whose target the paste replaces', () => {
    const editor = opened('<p /><p>end</p>', SOURCE)
    editor.view.focus()
    const clipboardData = {
      types: ['text/html'],
      files: [],
      getData: (type: string) => (type === 'text/html' ? copied(children, SOURCE) : ''),
    }
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
    editor.view.dom.querySelector('p')?.dispatchEvent(event)
    expect(storageIn(editor)).toBe(`${children}<p>end</p>`)
  })

  test('is left alone while the focus is elsewhere', () => {
    const editor = opened(`${children}<p>end</p>`, SOURCE)
    editor.view.focus()
    editor.view.dom.blur()
    expect(sent('copy', editor)).toMatchObject({ event: { defaultPrevented: false }, html: '' })
  })
})
