import type { Editor } from '@tiptap/core'
import type { Page } from 'playwright-core'
import type { TestWiki } from '#platform/server/testing/harness.ts'
import { expect } from '../../../../test/browser.ts'

/** Common steps of the browser tests of the editor, with pages below one page of a space. */
export function editorSteps(wiki: TestWiki, space: string, homeId: string) {
  return {
    async create(title: string, value: string): Promise<string> {
      const reply = await wiki.admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: space },
        ancestors: [{ id: homeId }],
        body: { storage: { value, representation: 'storage' } },
      })
      expect(reply.status, reply.text).toBe(200)
      return reply.json.id
    },
    async stored(id: string) {
      const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage,version`)
      return {
        title: json.title as string,
        version: json.version.number as number,
        storage: json.body.storage.value as string,
        message: json.version.message as string,
        minorEdit: json.version.minorEdit as boolean,
      }
    },
    /** The draft of the administrator; null for none. */
    async drafted(id: string) {
      return (await wiki.admin.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft as {
        title: string
        storage: string
      } | null
    },
    async edit(page: Page, id: string): Promise<void> {
      await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
      await text(page).waitFor()
    },
  }
}

export type EditorSteps = ReturnType<typeof editorSteps>

/** Makes a space. @returns the steps with pages below its home page */
export async function stepsInNewSpace(wiki: TestWiki, key: string, name: string): Promise<EditorSteps> {
  await wiki.admin.post('/rest/api/space', { key, name })
  const { json } = await wiki.admin.get(`/rest/api/space/${key}?expand=homepage`)
  return editorSteps(wiki, key, json.homepage.id)
}

/** The text of the page that is edited. */
export const text = (page: Page) => page.getByRole('textbox', { name: 'Page text' })

/** Waits until the editor says so of the draft; a pattern, since words alone are found in any case: "Not saved" too. */
export const status = (page: Page, words: string) =>
  page.locator('#draft-status', { hasText: new RegExp(words) }).waitFor()

export async function atEnd(page: Page): Promise<void> {
  await text(page).focus()
  await page.keyboard.press('Control+End')
  // The browser notifies the editor a moment later; what is pasted by an event of our own would come first.
  await page.waitForFunction(() => {
    const { state } = (document.querySelector('.ProseMirror') as unknown as { editor: Editor }).editor
    return state.doc.textBetween(state.selection.to, state.doc.content.size) === ''
  })
}

/** Pastes what each type of clipboard data says. */
export const paste = (page: Page, data: Record<string, string>) =>
  page.evaluate(given => {
    const transfer = new DataTransfer()
    for (const [type, value] of Object.entries(given)) transfer.setData(type, value)
    document
      .querySelector('.ProseMirror')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
  }, data)

export async function publish(page: Page): Promise<void> {
  await page.locator('#rte-button-publish').click()
  await page.locator('#editPageLink').waitFor()
}
