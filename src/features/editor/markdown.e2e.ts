import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { atEnd, publish, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

describe('Markdown in the clipboard', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'MARK', 'Markdown')
  })
  afterAll(() => wiki.close())

  test('is pasted as blocks, which undo takes back, and as characters by Ctrl+Shift+V', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await steps.create('Pasted', '<p>first</p>')
    await steps.edit(page, id)
    await page.evaluate(
      markdown => navigator.clipboard.writeText(markdown),
      '## Steps\n\n- [ ] **Stop** it\n\n```bash\nnpm stop\n```\n',
    )
    await atEnd(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+v')
    await text(page).getByRole('heading', { name: 'Steps' }).waitFor()
    await page.keyboard.press('Control+z')
    await text(page).getByText('- [ ] **Stop** it').waitFor()
    await page.keyboard.press('Control+y')
    await text(page).getByRole('heading', { name: 'Steps' }).waitFor()
    await atEnd(page)
    await page.keyboard.press('Control+Shift+v')
    await text(page).getByText('```bash').waitFor()
    await publish(page)
    expect((await steps.stored(id)).storage).toMatch(
      /^<p>first<\/p><h2>Steps<\/h2><ac:task-list><ac:task>.*<strong>Stop<\/strong> it.*<\/ac:task-list><ac:structured-macro ac:name="code".*bash.*npm stop\]\].*<p>## Steps<\/p><p>- \[ \] \*\*Stop\*\* it<\/p><p>```bash<\/p><p>npm stop<\/p><p>```<\/p>/s,
    )
  })
})
