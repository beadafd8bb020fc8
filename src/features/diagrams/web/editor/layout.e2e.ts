import type { FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../../../server.ts'
import { expect, screenshot, signIn, test } from '../../../../../test/browser.ts'
import type { DiagramDocument, ShapeObject } from '#diagrams/model/document.ts'
import { templates } from '#diagrams/operations/templates/templates.ts'
import { DIAGRAMS, gliffy, saved } from '../../testing/wiki.ts'

describe('automatic layout in the browser', () => {
  let wiki: TestWiki
  let owner = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'LAY', name: 'Layout' })
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Owner',
      space: { key: 'LAY' },
      body: { storage: { value: gliffy({ name: 'Flow' }), representation: 'storage' } },
    })
    expect(made.status, made.text).toBe(200)
    owner = made.json.id as string
    await saved(wiki.admin, owner, 'Flow', heaped('software.flowchart'))
  })
  afterAll(() => wiki.close())

  /** A template of which all boxes lie on a heap. */
  const heaped = (id: string): DiagramDocument => {
    const document = templates.find(one => one.id === id)?.build()
    if (!document) throw new Error(`There is no template ${id}.`)
    for (const page of document.pages) {
      Object.values(page.objects).forEach((object, index) => {
        if (object.kind !== 'connector' && !isTitle(object))
          Object.assign(object, { x: 100 + (index % 3) * 20, y: 120 + index * 7 })
      })
    }
    return document
  }
  const isTitle = (object: { kind: string; shape?: string }) => object.shape === 'basic.text'
  const nodesOf = ({ pages }: DiagramDocument) =>
    Object.values(pages[0]?.objects ?? {}).filter(
      (object): object is ShapeObject => object.kind === 'shape' && !isTitle(object),
    )
  const overlaps = (nodes: readonly ShapeObject[]) =>
    nodes.flatMap((a, index) =>
      nodes
        .slice(index + 1)
        .filter(b => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
        .map(b => `${a.id} and ${b.id}`),
    )

  const stored = async (frame: FrameLocator): Promise<DiagramDocument> => {
    await frame.getByRole('button', { name: 'Save', exact: true }).click()
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    const reply = await wiki.admin.get(`${DIAGRAMS}?pageId=${owner}&name=Flow`)
    expect(reply.status, reply.text).toBe(200)
    return (reply.json as { document: DiagramDocument }).document
  }

  test('a heap of shapes is laid out in four ways, each one step that is undone', async ({ openPage }) => {
    const page = await openPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, wiki, ADMIN)
    const engines: string[] = []
    page.on('worker', worker => engines.push(worker.url()))
    await page.goto(`${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${owner}&ceoid=${owner}&name=Flow`)
    const frame = page.frameLocator('#gliffy-editor')
    await frame.getByRole('application').waitFor()
    expect(
      engines.filter(url => /elk/.test(url)),
      'the engine is not loaded before it is asked for',
    ).toEqual([])
    expect(overlaps(nodesOf(heaped('software.flowchart'))).length).toBeGreaterThan(0)
    for (const way of ['In layers', 'As a tree', 'As an org chart', 'As a net']) {
      await frame.getByRole('button', { name: 'Automatic layout', exact: true }).click()
      await frame.getByRole('menuitem', { name: way }).click()
      const undo = frame.getByRole('button', { name: 'Undo: Automatic layout' })
      await undo.waitFor()
      await screenshot(page, `diagram layout ${way}`)
      expect(overlaps(nodesOf(await stored(frame))), way).toEqual([])
      await undo.click()
      await frame.locator('.ox-de-state').getByText('Unsaved changes').waitFor()
    }
    expect(
      engines.filter(url => /elk/.test(url)),
      'one engine for all',
    ).toHaveLength(1)
    expect(nodesOf(await stored(frame))).toEqual(nodesOf(heaped('software.flowchart')))
  })
})
