/*
 * Steps of the browser test that edits real pages. Each throws for the first fault that it finds, and leaves the text
 * as it was but for typed words.
 */
import type { Editor } from '@tiptap/core'
import type { Page } from 'playwright-core'
import { equivalent, serialise } from '#language/index.ts'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'
import { firstDifference, idsIn, withoutIds, type TypedWord } from './compare.ts'

/** The element of the text, in the browser. */
type TextElement = HTMLElement & { editor: Editor }

/** Buttons of the toolbar that open a form for the selected node. */
const FORM_BUTTONS = ['Options', 'Edit source', 'Picture options', 'Diagram options', 'Change status', 'Change date']
/** A modal dialog; menus of the frame are dialogs too. */
const DIALOG = '[role=dialog]:not([popover])'
/** Names of nodes that have a form. Opaque nodes that are no macro are edited as source. */
const NODES_WITH_FORMS = ['macro', 'codeBlock', 'opaqueBlock', 'opaqueInline', 'status', 'date', 'image']

async function documentOf(page: Page): Promise<EditorNode> {
  const json = await page.evaluate(() =>
    JSON.stringify((document.querySelector('.ProseMirror') as TextElement).editor.getJSON()),
  )
  return JSON.parse(json) as EditorNode
}

const storageOf = (doc: EditorNode): string => serialise(fromEditor(doc))

function requireSame(expected: string, actual: string): void {
  if (!equivalent(expected, actual)) throw new Error(firstDifference(expected, actual))
}

/** @throws if the text in the editor is not equivalent to a text */
export async function expectText(page: Page, expected: string): Promise<void> {
  requireSame(expected, storageOf(await documentOf(page)))
}

/** Opens each form of the text and leaves it by Escape. @returns the number of forms */
export async function openForms(page: Page): Promise<number> {
  let opened = 0
  const before = storageOf(await documentOf(page))
  for (const { at, name } of await nodesWithForms(page)) {
    const buttons = await selectNode(page, at)
    if (buttons.length === 0) throw new Error(`No form for ${name}`)
    for (const [index, button] of buttons.entries()) {
      if (index > 0) await selectNode(page, at)
      await openAndCancel(page, name, button)
      opened++
    }
  }
  await expectText(page, before)
  return opened
}

/** Positions of the nodes that have forms, with a name for messages. */
function nodesWithForms(page: Page): Promise<{ at: number; name: string }[]> {
  return page.evaluate(names => {
    const found: { at: number; name: string }[] = []
    const { state } = (document.querySelector('.ProseMirror') as TextElement).editor
    state.doc.descendants((node, at) => {
      const { type, attrs } = node
      if (names.includes(type.name))
        found.push({ at, name: `${type.name} at ${at}: ${attrs['source'] ?? JSON.stringify(attrs['attributes'])}` })
    })
    return found
  }, NODES_WITH_FORMS)
}

/** Selects a node. @returns labels of the buttons that open a form for it */
function selectNode(page: Page, at: number): Promise<string[]> {
  return page.evaluate(
    async ([position, labels]) => {
      const { editor } = document.querySelector('.ProseMirror') as TextElement
      editor.view.focus()
      editor.commands.setNodeSelection(position)
      // The toolbar follows the selection in the next frame.
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return labels.filter(label => document.querySelector(`.ox-toolbar [aria-label="${label}"]`))
    },
    [at, FORM_BUTTONS] as const,
  )
}

async function openAndCancel(page: Page, name: string, button: string): Promise<void> {
  try {
    if (name.startsWith('opaque') && button === 'Options') await page.keyboard.press('Enter')
    else await page.locator(`.ox-toolbar [aria-label="${button}"]`).dispatchEvent('click')
    await page.locator(DIALOG).waitFor()
    // The first one may close the list of a field.
    for (let presses = 0; presses < 2 && (await page.locator(DIALOG).count()) > 0; presses++) {
      await page.keyboard.press('Escape')
      await nextFrame(page)
    }
    await page.locator(DIALOG).waitFor({ state: 'detached' })
  } catch (error) {
    throw new Error(`${button} of ${name}: ${String(error)}`, { cause: error })
  }
}

const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

interface TextBlock {
  readonly at: number
  /** Whether it is stored, as a paragraph, only once it has text. */
  readonly isFiller: boolean
}

function textBlocks(page: Page): Promise<TextBlock[]> {
  return page.evaluate(() => {
    const found: { at: number; isFiller: boolean }[] = []
    const { state } = (document.querySelector('.ProseMirror') as TextElement).editor
    state.doc.descendants((node, at) => {
      if (node.isTextblock) found.push({ at, isFiller: node.attrs['filler'] === true && node.content.size === 0 })
    })
    return found
  })
}

/** Puts the cursor at the end of a text block. */
function toEndOf(page: Page, at: number): Promise<void> {
  return page.evaluate(position => {
    const { editor } = document.querySelector('.ProseMirror') as TextElement
    editor.view.focus()
    editor.commands.setTextSelection(position + (editor.state.doc.nodeAt(position)?.nodeSize ?? 1) - 1)
  }, at)
}

/** Moves the block in the middle of the text down and up, the last one up and down. @returns whether it can move */
export async function moveBlock(page: Page): Promise<boolean> {
  const blocks = await textBlocks(page)
  const block = blocks[Math.floor(blocks.length / 2)]
  if (!block) return false
  await toEndOf(page, block.at)
  const before = storageOf(await documentOf(page))
  for (const [there, back] of [
    ['ArrowDown', 'ArrowUp'],
    ['ArrowUp', 'ArrowDown'],
  ]) {
    await page.keyboard.press(`Alt+Shift+${there}`)
    if (storageOf(await documentOf(page)) === before) continue
    await page.keyboard.press(`Alt+Shift+${back}`)
    await expectText(page, before)
    return true
  }
  return false
}

/**
 * Copies a block by the keyboard, pastes it in a line below itself, and undoes that.
 * @param turn selects the block
 */
export async function copyBlock(page: Page, turn: number): Promise<void> {
  const before = await documentOf(page)
  const blocks = before.content ?? []
  const stored = blocks.filter(({ attrs, content = [] }) => attrs?.['filler'] !== true || content.length > 0)
  const block = stored[turn % stored.length]
  if (!block) return
  const index = blocks.indexOf(block)
  await selectBlock(page, index)
  await pressAndWait(page, 'Control+c', 'copy')
  await startLineBelow(page, index)
  await pressAndWait(page, 'Control+v', 'paste')
  const after = (await documentOf(page)).content ?? []
  const twice = blocks.toSpliced(index + 1, 0, block)
  requireSame(
    withoutIds(storageOf({ ...before, content: twice })),
    withoutIds(storageOf({ ...before, content: after })),
  )
  requireOwnIds(after, index + 1)
  await undo(page, storageOf(before))
}

/** Selects a block. A focus that has just come to the text sets the selection of the browser a moment later. */
async function selectBlock(page: Page, index: number): Promise<void> {
  await page.waitForFunction(async wanted => {
    const { editor } = document.querySelector('.ProseMirror') as TextElement
    const at = editor.$doc.node.resolve(0).posAtIndex(wanted, 0)
    editor.view.focus()
    editor.commands.setNodeSelection(at)
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { selection } = editor.state
    return editor.view.hasFocus() && 'node' in selection && selection.from === at
  }, index)
}

/** Puts the cursor in a new line below a block. */
function startLineBelow(page: Page, index: number): Promise<void> {
  return page.evaluate(place => {
    const { editor } = document.querySelector('.ProseMirror') as TextElement
    const { state, view } = editor
    const at = state.doc.resolve(0).posAtIndex(place + 1, 0)
    const line = state.schema.nodes['paragraph']?.create()
    if (line) view.dispatch(state.tr.insert(at, line))
    editor.commands.setTextSelection(at + 1)
  }, index)
}

/** Presses the keys of an event of the clipboard. @throws unless the editor handles it */
async function pressAndWait(page: Page, keys: string, type: 'copy' | 'paste'): Promise<void> {
  const events = await page.evaluateHandle(name => {
    const seen = { handled: undefined as string | undefined }
    // After the editor's own listener.
    document.addEventListener(
      name,
      event => {
        const { state } = (document.querySelector('.ProseMirror') as TextElement).editor
        seen.handled = event.defaultPrevented ? 'yes' : `no, with the selection ${JSON.stringify(state.selection)}`
      },
      { once: true },
    )
    return seen
  }, type)
  await page.keyboard.press(keys)
  await page.waitForFunction(([seen]) => seen?.handled, [events])
  const { handled } = await events.jsonValue()
  if (handled !== 'yes') throw new Error(`${type} handled: ${handled}`)
}

/** @throws if a block has ids of others */
function requireOwnIds(blocks: readonly EditorNode[], index: number): void {
  const idsOf = (content: readonly EditorNode[]) => idsIn(storageOf({ type: 'doc', content }))
  const others = idsOf(blocks.toSpliced(index, 1))
  const shared = [...idsOf(blocks.slice(index, index + 1))].filter(id => others.has(id))
  if (shared.length > 0) throw new Error(`The copy has ids of the original: ${shared.join(', ')}`)
}

/** Undoes a paste, and the new line for it, which may be one step. @throws if the text is not as it was */
async function undo(page: Page, before: string): Promise<void> {
  let now = ''
  for (let steps = 0; steps < 2; steps++) {
    await page.keyboard.press('Control+z')
    now = storageOf(await documentOf(page))
    if (equivalent(before, now)) return
  }
  throw new Error(`Undone: ${firstDifference(before, now)}`)
}

/** Types a word at the end of the first text block, of one in the middle and of the last. */
export async function typeWords(page: Page): Promise<TypedWord[]> {
  const blocks = await textBlocks(page)
  const places = new Set([0, Math.floor(blocks.length / 2), blocks.length - 1])
  const typed: TypedWord[] = []
  let lengthBefore = 0
  for (const block of [...places].flatMap(place => blocks[place] ?? [])) {
    const word = `Zq${typed.length}w`
    const at = block.at + lengthBefore
    await toEndOf(page, at)
    await page.keyboard.type(word)
    await page.waitForFunction(
      ([place, end]) => {
        const { state } = (document.querySelector('.ProseMirror') as TextElement).editor
        return state.doc.nodeAt(place)?.textContent.endsWith(end)
      },
      [at, word] as const,
    )
    lengthBefore += word.length
    typed.push({ word, isFiller: block.isFiller })
  }
  return typed
}
