import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { openEditor, paste, storageIn } from '#features/editor/testing/open-editor.ts'
import { linkTitle, listFrameSites } from '../contract.ts'
import './feature.ts'
import { macroOf } from './pasted.ts'

beforeAll(() => startI18n('en'))

const VIDEO = 'https://www.youtube.com/watch?v=zy5ycJO4alo&t=9'
const written = VIDEO.replace('&', '&amp;')
const LINK = `<a href="${written}">${written}</a>`
const MACRO = `<ac:structured-macro ac:name="widget"><ac:parameter ac:name="url"><ri:url ri:value="${written}" /></ac:parameter></ac:structured-macro>`

/** Pastes an address at the end of a text. */
function pasted(address: string, storage = '<p></p>', sites = ['www.youtube-nocookie.com']) {
  const server = new FakeServer()
    .answer(listFrameSites, () => Response.json({ sites }))
    .answer(linkTitle, { title: null })
  const editor = openEditor(storage)
  editor.commands.focus('end')
  paste(editor, { 'text/plain': address })
  return { editor, server }
}

test('the address of a video becomes the macro, which undo takes back', async () => {
  const { editor } = pasted(VIDEO)
  expect(storageIn(editor)).toBe(`<p>${LINK}</p>`)
  await expect.poll(() => storageIn(editor)).toContain(MACRO)
  expect(storageIn(editor)).not.toContain('<a ')
  editor.commands.undo()
  expect(storageIn(editor)).toBe(`<p>${LINK}</p>`)
})

test.each([
  ['in a sentence', '<p>See </p>', ['www.youtube-nocookie.com']],
  ['of a site that is not allowed', '<p></p>', ['www.youtube.com', 'player.vimeo.com']],
])('a video %s stays a link', async (_case, storage, sites) => {
  const { editor, server } = pasted(VIDEO, storage, sites)
  const before = storageIn(editor)
  expect(before).toContain(LINK)
  await expect.poll(() => server.calls(listFrameSites)).toHaveLength(1)
  // The answer has been read when that to a later call is.
  await macroOf(VIDEO)
  expect(storageIn(editor)).toBe(before)
})

test.each(['https://www.youtube.com/feed/history', 'https://example.org/watch?v=zy5ycJO4alo'])(
  'the wiki is not asked for %s',
  async address => {
    const { server } = pasted(address)
    expect(await macroOf(address)).toBeUndefined()
    expect(server.calls(listFrameSites)).toEqual([])
  },
)
