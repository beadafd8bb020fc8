import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, serialise } from '#language/index.ts'
import { htmlOf } from '#language/testing.ts'
import { runsOf } from '../../../../../../test/lanes.ts'
import { clipboardHtml, FORBIDDEN, isHarmful } from '../../../testing/clipboard-html.ts'
import { openEditor } from '../../../testing/open-editor.ts'
import { storageIn } from '../create.ts'

function expectHarmless(dom: ParentNode, source: string): void {
  expect(dom.querySelector(FORBIDDEN)?.outerHTML, source).toBeUndefined()
  for (const element of dom.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      expect(isHarmful(name, value), `${name}=${value}\n${source}`).toBe(false)
}

test('no HTML in the clipboard breaks the editor, or becomes markup outside of the allow-list', async () => {
  const editor = openEditor('')
  await fc.assert(
    fc.asyncProperty(clipboardHtml, async source => {
      editor.commands.clearContent()
      editor.view.pasteHTML(source, new Event('paste') as ClipboardEvent)
      editor.state.doc.check()
      expectHarmless(editor.view.dom, source)
      const storage = storageIn(editor)
      expect(serialise(parse(storage)), source).toBe(storage)
      const shown = document.createElement('template')
      shown.innerHTML = await htmlOf(storage)
      expectHarmless(shown.content, source)
    }),
    { numRuns: runsOf(150, 2000) },
  )
}, 7_200_000)
