import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { FakeServer, refusal } from '#platform/web/testing/fake-server.ts'
import { getContent } from '#features/content/contract.ts'
import { openEditor, paste } from '../../../testing/open-editor.ts'
import { storageIn } from '../create.ts'
import { pageById } from './page-by-id.ts'

beforeAll(() => startI18n('en'))

const LINK = '<ac:link><ri:page ri:content-title="Tide times" ri:space-key="SEA" /></ac:link>'
const plain = (path: string) => `<a href="${location.origin}${path}">${location.origin}${path}</a>`

/** Pastes an address while content 7 is a page and 8 a comment. */
function pasted(path: string) {
  const server = new FakeServer().answer(getContent, ({ params }) => {
    const id = String(params.id)
    return id === '9'
      ? refusal(404, 'There is no content with this id')
      : Response.json({ id, type: id === '7' ? 'page' : 'comment', title: 'Tide times', space: { key: 'SEA' } })
  })
  const editor = openEditor('<p>See:</p>')
  editor.commands.setTextSelection(5)
  paste(editor, { 'text/plain': `${location.origin}${path}` })
  return { editor, server }
}

test.each(['/pages/viewpage.action?pageId=7', '/spaces/SEA/pages/7', '/spaces/SEA/pages/7/Tide+times'])(
  'the address %s becomes a page link, which undo takes back',
  async path => {
    const { editor } = pasted(path)
    expect(storageIn(editor)).toBe(`<p>See:${plain(path)}</p>`)
    await expect.poll(() => storageIn(editor)).toBe(`<p>See:${LINK}</p>`)
    editor.commands.undo()
    expect(storageIn(editor)).toBe(`<p>See:${plain(path)}</p>`)
  },
)

test.each(['/pages/viewpage.action?pageId=8', '/pages/viewpage.action?pageId=9'])(
  'there is no page for the user at the address %s',
  async path => {
    pasted(path)
    expect(await pageById(`${location.origin}${path}`, location.origin)).toBeUndefined()
  },
)

test('an address with more than the id is not asked for', () => {
  const path = '/pages/viewpage.action?pageId=7&focusedCommentId=8'
  const { editor, server } = pasted(path)
  expect(server.calls(getContent)).toEqual([])
  expect(storageIn(editor)).toBe(`<p>See:${plain(path).replaceAll('&', '&amp;')}</p>`)
})
