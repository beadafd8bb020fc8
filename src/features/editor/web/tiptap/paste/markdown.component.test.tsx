import { describe, expect, test, vi } from 'vitest'
import { openEditor, paste } from '../../../testing/open-editor.ts'
import { storageIn } from '../create.ts'

/** Storage format of a page in which Markdown was pasted. */
async function pasted(markdown: string, storage = ''): Promise<string> {
  const editor = openEditor(storage)
  paste(editor, { 'text/plain': markdown })
  const literal = storageIn(editor)
  await vi.waitFor(() => expect(storageIn(editor)).not.toBe(literal))
  return storageIn(editor)
}

const code = (language: string, text: string) =>
  `<ac:structured-macro ac:name="code">${language && `<ac:parameter ac:name="language">${language}</ac:parameter>`}<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body></ac:structured-macro>`

const tasks = (items: string) => `<ac:task-list>${items}</ac:task-list>`
const task = (status: string, text: string, below = '') =>
  `<ac:task><ac:task-status>${status}</ac:task-status><ac:task-body><p>${text}</p>${below}</ac:task-body></ac:task>`

const PAGE = '# Plan\n\nSome **bold** words.'

describe('pasted Markdown', () => {
  test('becomes headings, text with emphasis, links, quotes and lines', async () => {
    expect(
      await pasted(
        '# One\n\nA **b** *c* ~~d~~ `e` [f](https://example.com/g) ***h***\nsame line\n\n### Two\n\n> quoted\n\n---\n\nend',
      ),
    ).toBe(
      '<h1>One</h1><p>A <strong>b</strong> <em>c</em> <s>d</s> <code>e</code> <a href="https://example.com/g">f</a> <strong><em>h</em></strong> same line</p>' +
        '<h3>Two</h3><blockquote><p>quoted</p></blockquote><hr /><p>end</p>',
    )
  })

  test('becomes lists, nested and numbered, and tasks', async () => {
    expect(await pasted('- a\n  - b\n    1. c\n    2. d\n- e')).toBe(
      '<ul><li><p>a</p><ul><li><p>b</p><ol><li><p>c</p></li><li><p>d</p></li></ol></li></ul></li><li><p>e</p></li></ul>',
    )
    expect(await pasted('3. a\n4. b\n\n## x\n\n`c`')).toBe(
      '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol><h2>x</h2><p><code>c</code></p>',
    )
    expect(await pasted('- [ ] open\n- [x] done\n  - [ ] part\n')).toBe(
      tasks(task('incomplete', 'open') + task('complete', 'done', tasks(task('incomplete', 'part')))),
    )
    expect(await pasted('- [ ] open\n- other\n\n1. [x] c\n2. [ ] d')).toBe(
      '<ul><li><p>[ ] open</p></li><li><p>other</p></li></ul><ol><li><p>[x] c</p></li><li><p>[ ] d</p></li></ol>',
    )
  })

  test('becomes code with its language and to the letter', async () => {
    expect(await pasted('Run\n\n```ts\nif (a < b && c) {\n\n  d()\n}\n```\n\n```\nplain\n```')).toBe(
      `<p>Run</p>${code('ts', 'if (a < b && c) {\n\n  d()\n}')}${code('', 'plain')}`,
    )
  })

  test('becomes tables with a head and alignment', async () => {
    expect(await pasted('| A | B |\n|---|---:|\n| a | **b** |\n| `x\\|y` | |')).toBe(
      '<table><tbody><tr><th><p>A</p></th><th style="text-align: right;"><p>B</p></th></tr><tr><td><p>a</p></td><td style="text-align: right;"><p><strong>b</strong></p></td></tr>' +
        '<tr><td><p><code>x|y</code></p></td><td style="text-align: right;"><p /></td></tr></tbody></table>',
    )
  })

  test('becomes pictures by address; others stay text', async () => {
    expect(
      await pasted('![A cat](https://example.com/cat.png)\n\n![local](img/a.png) and [link](https://example.com/)'),
    ).toBe(
      '<p><ac:image ac:alt="A cat"><ri:url ri:value="https://example.com/cat.png" /></ac:image></p>' +
        '<p>![local](img/a.png) and <a href="https://example.com/">link</a></p>',
    )
  })

  test('becomes boxes for alerts, and code for the properties of a note', async () => {
    expect(await pasted('---\ntitle: Plan\ntags:\n  - a\n---\n\n## One\n\n> [!WARNING]\n> Hot **stuff**\n')).toBe(
      `${code('yaml', 'title: Plan\ntags:\n  - a')}<h2>One</h2>` +
        '<ac:structured-macro ac:name="note"><ac:rich-text-body><p>Hot <strong>stuff</strong></p></ac:rich-text-body></ac:structured-macro>',
    )
  })

  test('keeps tags that are text, and understands those for keys and lines', async () => {
    expect(
      await pasted(
        '## Use `a`\n\nA List<String> and <script>alert(1)</script> <kbd>Ctrl</kbd><br>b\n\n<div onclick="x">\nc\n</div>\n\n<!-- note -->\n',
      ),
    ).toBe(
      '<h2>Use <code>a</code></h2><p>A List&lt;String&gt; and &lt;script&gt;alert(1)&lt;/script&gt; <kbd>Ctrl</kbd><br />b</p>' +
        '<p>&lt;div onclick="x"&gt;<br />c<br />&lt;/div&gt;</p>',
    )
  })

  test('joins the text at the cursor and replaces the selection', async () => {
    const editor = openEditor('<p>before after</p>')
    editor.commands.setTextSelection({ from: 8, to: 13 })
    paste(editor, { 'text/plain': '**now:** see `x`' })
    await vi.waitFor(() => expect(storageIn(editor)).toBe('<p>before <strong>now:</strong> see <code>x</code></p>'))
  })

  test('is literal again after one undo, and gone after the second', async () => {
    const editor = openEditor('')
    paste(editor, { 'text/plain': PAGE })
    await vi.waitFor(() => expect(storageIn(editor)).toBe('<h1>Plan</h1><p>Some <strong>bold</strong> words.</p>'))
    editor.commands.undo()
    expect(storageIn(editor)).toBe('<p># Plan</p><p>Some **bold** words.</p>')
    editor.commands.undo()
    expect(editor.isEmpty).toBe(true)
    editor.commands.redo()
    editor.commands.redo()
    expect(storageIn(editor)).toContain('<h1>Plan</h1>')
  })

  test('leaves the cursor to those who type on at once', async () => {
    const editor = openEditor('')
    paste(editor, { 'text/plain': PAGE })
    editor.view.dispatch(editor.state.tr.insertText(' More'))
    await vi.waitFor(() => expect(storageIn(editor)).toContain('<strong>'))
    editor.view.dispatch(editor.state.tr.insertText('!'))
    expect(storageIn(editor)).toBe('<h1>Plan</h1><p>Some <strong>bold</strong> words. More!</p>')
  })

  test('stays text in code, by Ctrl+Shift+V, and beside HTML of other programs', async () => {
    const literal = '<p># Plan</p><p>Some **bold** words.</p>'
    const inCode = openEditor(code('', 'x'))
    paste(inCode, { 'text/plain': PAGE })
    expect(storageIn(inCode)).toContain('# Plan\n\nSome **bold** words.')
    const plain = openEditor('')
    plain.view.dom.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true, bubbles: true }),
    )
    paste(plain, { 'text/plain': PAGE, 'text/html': '<h1>Plan</h1>' })
    const web = openEditor('')
    paste(web, { 'text/plain': PAGE, 'text/html': '<p>from the web</p>' })
    // The parser of Markdown is loaded, and would have had its turn.
    await pasted(PAGE)
    expect(storageIn(plain)).toBe(literal)
    expect(storageIn(web)).toBe('<p>from the web</p>')
    expect(storageIn(inCode)).toContain('# Plan\n\nSome')
  })

  test('from a file of Markdown in a code editor becomes blocks too', async () => {
    const editor = openEditor('')
    paste(editor, { 'text/plain': PAGE, 'text/html': '<div># Plan</div>', 'vscode-editor-data': '{"mode":"markdown"}' })
    await vi.waitFor(() => expect(storageIn(editor)).toBe('<h1>Plan</h1><p>Some <strong>bold</strong> words.</p>'))
  })
})
