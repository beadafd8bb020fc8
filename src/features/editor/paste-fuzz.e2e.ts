import type { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { runsOf } from '../../../test/lanes.ts'
import { clipboardHtml, FORBIDDEN } from './testing/clipboard-html.ts'
import { stepsInNewSpace, text, type EditorSteps } from './testing/steps.ts'

/** Pastes between which the browser answers, so that a failure names few. */
const BATCH = 50

describe('any HTML in the clipboard', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'FUZZ', 'Fuzz')
  })
  afterAll(() => wiki.close())

  // A browser reads HTML, styles and addresses in its own way, which the component test cannot show.
  test('neither runs as script nor becomes markup outside of the allow-list in a browser', async ({ openPage }) => {
    // The policy against scripts would hide what runs.
    const page = await openSignedIn(openPage, wiki, ADMIN, { bypassCSP: true })
    const ran: string[] = []
    page.on('dialog', dialog => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    await steps.edit(page, await steps.create('Pasted', '<p></p>'))
    // Pictures of other sites, and previews of what a paste has replaced.
    await page.route(
      url => url.origin !== new URL(wiki.url).origin,
      route => route.fulfill({ status: 204 }),
    )
    const sources = fc.sample(clipboardHtml, runsOf(200, 2000))
    const harmful: string[] = []
    for (let at = 0; at < sources.length; at += BATCH)
      harmful.push(
        ...(await text(page).evaluate(pasteAll, { sources: sources.slice(at, at + BATCH), forbidden: FORBIDDEN })),
      )
    expect(harmful).toEqual([])
    expect(ran).toEqual([])
  })
})

/** Pastes each source in place of the last. Runs in the browser. @returns those that did harm, and what they did */
function pasteAll(dom: Element, { sources, forbidden }: { sources: string[]; forbidden: string }): string[] {
  const { editor } = dom as Element & { editor: Editor }
  const harmful: string[] = []
  for (const source of sources)
    try {
      editor.commands.clearContent()
      editor.view.pasteHTML(source, new ClipboardEvent('paste'))
      editor.state.doc.check()
      const element = dom.querySelector(forbidden)
      if (element) harmful.push(`${source}\n${element.outerHTML}`)
      for (const { attributes } of dom.querySelectorAll('*'))
        for (const { name, value } of attributes)
          if (
            /^(?:on|srcdoc$|formaction$)/.test(name) ||
            (/^(?:href|src|xlink:href|action|poster|data)$/.test(name) &&
              /^\W*(?:java|vb)\s*script|^data:text/i.test(value)) ||
            (name === 'style' && /url\(|expression/i.test(value))
          )
            harmful.push(`${source}\n${name}=${value}`)
    } catch (error) {
      harmful.push(`${source}\n${String(error)}`)
    }
  return harmful
}
