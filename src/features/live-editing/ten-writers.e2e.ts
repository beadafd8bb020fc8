import { setTimeout } from 'node:timers/promises'
import type { Editor } from '@tiptap/core'
import type { Page } from 'playwright-core'
import { ADMIN } from '#platform/server/testing/harness.ts'
import { status, text } from '#features/editor/testing/steps.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { Oxbow } from '../../../test/oxbow.ts'
import { cable } from './testing/cable.ts'
import { Ledger } from './testing/ledger.ts'
import { DURATION_MS, tryWriters, type TrialWriter } from './testing/trial.ts'

type EditorElement = HTMLElement & { editor: Editor }

/** Types in a real editor, which loses its connection and is loaded again. Nothing that it was given may be lost. */
class BrowserWriter implements TrialWriter {
  readonly ledger: Ledger
  readonly #page: Page
  readonly #wire: Awaited<ReturnType<typeof cable>>
  readonly #url: () => string

  constructor(number: number, page: Page, wire: Awaited<ReturnType<typeof cable>>, url: () => string) {
    this.ledger = new Ledger(number)
    this.#page = page
    this.#wire = wire
    this.#url = url
  }

  /** Opens the editor with a connection: without one, the page would be edited alone, and its draft merged later. */
  async open(): Promise<void> {
    this.#wire.plug()
    const isLoaded = () =>
      this.#page.goto(this.#url()).then(
        answer => answer?.ok(),
        () => false,
      )
    do {
      await expect.poll(isLoaded, { interval: 200 }).toBe(true)
      await text(this.#page).waitFor()
      // The server may have ended again before the connection was made.
    } while (await this.#page.getByText('You edit this page alone').isVisible())
  }

  async type(end: number): Promise<void> {
    while (Date.now() < end) {
      const chance = Math.random()
      if (chance < 0.1) await this.#wire.cut()
      else if (chance < 0.3) this.#wire.plug()
      else if (chance < 0.35) await this.open()
      await this.#burst()
    }
  }

  async settle(): Promise<void> {
    await this.open()
    await this.#place()
    await this.#page.keyboard.insertText(this.ledger.next())
    await status(this.#page, '^Saved')
    this.ledger.confirm(this.ledger.pending)
  }

  text(): Promise<string> {
    return this.#page
      .locator('.ProseMirror')
      .evaluate(element => (element as EditorElement).editor.state.doc.textContent)
  }

  /** Types at a random place of a paragraph. */
  async #burst(): Promise<void> {
    await this.#place()
    for (let left = 1 + Math.floor(Math.random() * 8); left > 0; left--) {
      await this.#page.keyboard.insertText(this.ledger.next())
      await setTimeout(40 + Math.random() * 160)
    }
  }

  /** Puts the caret at a random place of a paragraph. The end of the text would move while others type there. */
  async #place(): Promise<void> {
    await text(this.#page).focus()
    await this.#page.locator('.ProseMirror').evaluate((element, random) => {
      const { editor } = element as EditorElement
      const places: number[] = []
      editor.state.doc.descendants((node, position) => {
        if (node.type.name !== 'paragraph') return
        let place = position + 1
        places.push(place)
        for (const character of node.textContent) places.push((place += character.length))
      })
      editor.commands.setTextSelection(places[Math.floor(random * places.length)] ?? 1)
    }, Math.random())
  }
}

test(
  'two editors and eight programs type in one page while the server is killed, and nothing is lost or doubled',
  async ({ openPage }) => {
    const report = await tryWriters({
      oxbow: Oxbow.built,
      processes: 1,
      servers: 1,
      postgres: undefined,
      others: (servers, id) =>
        Promise.all(
          [8, 9].map(async number => {
            const page = await openSignedIn(openPage, { url: servers.urls[0] ?? '' }, ADMIN, { allowErrors: [/./] })
            const address = () => `${servers.urls[0]}/pages/editpage.action?pageId=${id}`
            const writer = new BrowserWriter(number, page, await cable(page), address)
            await writer.open()
            return writer
          }),
        ),
    })
    expect(report.faults).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(100)
  },
  DURATION_MS + 300_000,
)
