import type { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { runsOf } from '../../../test/lanes.ts'
import { clipboardHtml, FORBIDDEN, isHarmful } from './testing/clipboard-html.ts'
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
    for (let at = 0; at < sources.length; at += BATCH) {
      const given = { sources: sources.slice(at, at + BATCH), forbidden: FORBIDDEN }
      for (const { source, faults, attributes } of await text(page).evaluate(pasteAll, given)) {
        const bad = attributes.filter(([name, value]) => isHarmful(name, value)).map(pair => pair.join('='))
        for (const fault of [...faults, ...bad]) harmful.push(`${fault}\n${source}`)
      }
    }
    expect(harmful).toEqual([])
    expect(ran).toEqual([])
  })
})

interface Pasted {
  readonly source: string
  /** Errors, and elements that it may not become. */
  readonly faults: string[]
  readonly attributes: [name: string, value: string][]
}

/** Pastes each source in place of the last. Runs in the browser. */
function pasteAll(dom: Element, { sources, forbidden }: { sources: string[]; forbidden: string }): Pasted[] {
  const { editor } = dom as Element & { editor: Editor }
  return sources.map(source => {
    const pasted: Pasted = { source, faults: [], attributes: [] }
    try {
      editor.commands.clearContent()
      editor.view.pasteHTML(source, new ClipboardEvent('paste'))
      editor.state.doc.check()
      for (const element of dom.querySelectorAll(forbidden)) pasted.faults.push(element.outerHTML)
      for (const { attributes } of dom.querySelectorAll('*'))
        for (const { name, value } of attributes) pasted.attributes.push([name, value])
    } catch (error) {
      pasted.faults.push(String(error))
    }
    return pasted
  })
}
