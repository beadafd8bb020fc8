import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Editor } from '@tiptap/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { equivalent, parse, serialise } from '#language/index.ts'
import { editorMarks, editorNodes, fromEditor, toEditor, type EditorNode } from '#language/editor/index.ts'
import { boxNames } from '#language/testing.ts'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, type OpenPage, openSignedIn, test } from '../../../test/browser.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { boxes, marked, samples } from './testing/samples.ts'
import { editorSteps, publish, text } from './testing/steps.ts'

const folder = resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const corpus = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.xml')) : []

/** A red dot, 10 × 10. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

type Way = 'page' | 'blocks'

/**
 * Contents of the clipboard for each source: the whole page is copied, or each block by itself, and pasted into an
 * empty page at the cursor.
 */
async function copied(page: Page, sources: readonly string[], way: Way): Promise<string[]> {
  const pasted = await page.evaluate(
    ([documents, how]) => {
      const dom = document.querySelector('.ProseMirror') as unknown as HTMLElement & { editor: Editor }
      const { editor } = dom
      const empty = { type: 'doc', content: [{ type: 'paragraph', attrs: { filler: true } }] }
      const paste = (copy: { dom: HTMLElement; text: string }): EditorNode[] => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', copy.dom.innerHTML)
        clipboardData.setData('text/plain', copy.text)
        editor.commands.setContent(empty)
        dom.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        return (editor.getJSON() as unknown as EditorNode).content as EditorNode[]
      }
      return documents.map(json => {
        const doc = editor.schema.nodeFromJSON(json)
        if (how === 'page') return paste(editor.view.serializeForClipboard(doc.slice(0, doc.content.size)))
        return Array.from({ length: doc.childCount }, (_, index) => index).flatMap(index => {
          const at = doc.content.content.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
          return paste(editor.view.serializeForClipboard(doc.slice(at, at + doc.child(index).nodeSize)))
        })
      })
    },
    [sources.map(source => toEditor(parse(source), boxNames) as object), way] as const,
  )
  return pasted.map(content => serialise(fromEditor({ type: 'doc', content })))
}

/** Pages of the corpus that go through the browser in one go. */
const AT_ONCE = 20

/** The first difference of each page after copy and paste, with its surroundings. */
function differences(before: readonly string[], after: readonly string[]): string[] {
  return before.flatMap((source, index) => {
    // Blanks after the last block belong to the page that was copied from.
    const [was, is] = [serialise(parse(source)), after[index] ?? ''].map(text => text.trimEnd()) as [string, string]
    if (equivalent(was, is)) return []
    const at = Math.max(0, [...was].findIndex((letter, place) => letter !== is[place]) - 100)
    return [`${was.slice(at, at + 300)}\nbecame\n${is.slice(at, at + 300)}`]
  })
}

/** Names of all nodes and marks that the editor makes of these pages. */
function nodesAndMarksIn(sources: readonly string[]): string[] {
  const json = JSON.stringify(sources.map(source => toEditor(parse(source), boxNames)))
  return [...new Set([...json.matchAll(/"type":"(\w+)"/g)].map(match => match[1] ?? ''))].toSorted()
}

describe('copy and paste in the editor', () => {
  let wiki: TestWiki
  let homeId = ''
  let pages = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'CLIP', name: 'Clipboard' })
    homeId = (await wiki.admin.get('/rest/api/space/CLIP?expand=homepage')).json.homepage.id
  })
  afterAll(() => wiki.close())

  async function editing(openPage: OpenPage, source = '<p>x</p>') {
    // Pages of the corpus have pictures that this wiki has not.
    const allowErrors = [/Failed to load resource|request to another host/]
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors })
    await page.route(
      url => url.pathname.startsWith('/download/') || url.hostname !== '127.0.0.1',
      route => route.abort(),
    )
    const steps = editorSteps(wiki, 'CLIP', homeId)
    const id = await steps.create(`Copied ${++pages}`, source)
    await steps.edit(page, id)
    return { page, id, steps }
  }

  test('every node and mark of the schema comes back from the clipboard as it went in', async ({ openPage }) => {
    const sources = [...Object.values(samples), marked]
    expect(nodesAndMarksIn(sources)).toEqual([...Object.keys(editorNodes), ...Object.keys(editorMarks)].toSorted())
    const { page } = await editing(openPage)
    for (const way of ['page', 'blocks'] as const) {
      expect(differences(sources, await copied(page, sources, way)), way).toEqual([])
    }
  })

  test('boxes that are cut with the keyboard and pasted keep their heading out of their body', async ({ openPage }) => {
    const macro = (name: string) =>
      `<ac:structured-macro ac:name="${name}"><ac:parameter ac:name="title">Heading</ac:parameter>${`<ac:rich-text-body><p>in ${name}</p></ac:rich-text-body>`}</ac:structured-macro>`
    const source = `<p>first</p>${boxes.map(macro).join('')}`
    const { page, id, steps } = await editing(openPage, source)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+x')
    await text(page).getByText('in column').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+v')
    await text(page).getByText('in column').waitFor()
    await publish(page)
    const { storage } = await steps.stored(id)
    expect(equivalent(storage, source), storage).toBe(true)
  })

  test('pictures and files that are copied from the view of a page are shown in another page', async ({ openPage }) => {
    const { page, id, steps } = await editing(openPage)
    const owner = await steps.create(
      'Owner',
      '<p>seen <ac:image><ri:attachment ri:filename="dot.png" /></ac:image> and <ac:link><ri:attachment ri:filename="notes.txt" /></ac:link></p>',
    )
    await attach(wiki.admin, owner, 'dot.png', Buffer.from(PICTURE, 'base64'), 'image/png')
    await attach(wiki.admin, owner, 'notes.txt', 'notes')
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${owner}`)
    await page.getByText('seen').waitFor()
    await page.evaluate(() => {
      const paragraph = document.querySelector('.wiki-content p')
      if (paragraph) getSelection()?.selectAllChildren(paragraph)
    })
    await page.keyboard.press('Control+c')
    await steps.edit(page, id)
    await text(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+v')
    await text(page).getByText('seen').waitFor()
    await publish(page)
    const { storage } = await steps.stored(id)
    const file = (name: string) =>
      `<ri:attachment ri:filename="${name}"><ri:content-entity ri:content-id="${owner}" /></ri:attachment>`
    expect(storage).toContain(`<ac:image>${file('dot.png')}</ac:image>`)
    expect(storage).toContain(`<ac:link>${file('notes.txt')}</ac:link>`)
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.view`)
    expect(json.body.view.value).not.toContain('unknown-attachment')
  })

  test.skipIf(corpus.length === 0)(
    'pages of the corpus come back (skipped where ../shared/corpus is absent)',
    async ({ openPage }) => {
      const { page } = await editing(openPage)
      const wrong: string[] = []
      for (let start = 0; start < corpus.length; start += AT_ONCE) {
        const sources = corpus.slice(start, start + AT_ONCE).map(name => readFileSync(resolve(folder, name), 'utf8'))
        wrong.push(...differences(sources, await copied(page, sources, 'page')))
      }
      expect(wrong).toEqual([])
    },
    600_000,
  )
})
