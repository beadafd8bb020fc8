import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeDocument } from '#diagrams/model/validate.ts'
import { allArrows, diagram, shape } from '#diagrams/render/test-diagram.ts'
import { WorkerPool, type WorkerTask } from '#platform/server/workers/index.ts'
import { shareOf } from '../../../test/lanes.ts'
import { drawDocumentTask, drawTask, linkedSvgTask, readDiagramTask, wordsTask } from './server/drawing-tasks.ts'

const threads = new WorkerPool({ large: 0 })
const here = new WorkerPool({ large: Infinity })
afterAll(() => threads.close())

const baseUrl = 'https://wiki.example.org/ctx'

/** Results of each task for a text in this thread and in another, or its failures. */
async function bothOf<Input, Result>(task: WorkerTask<Input, Result>, input: Input): Promise<unknown[]> {
  const results = [here, threads].map(pool => pool.run(task, input, 1).catch((error: Error) => error.message))
  return Promise.all(results)
}

/** Results of all tasks for a text in this thread, and in another. */
async function resultsOf(text: string): Promise<{ direct: unknown[]; inThread: unknown[] }> {
  const file = new TextEncoder().encode(text)
  const results = [
    await bothOf(readDiagramTask, file),
    await bothOf(drawTask, { file, page: undefined }),
    await bothOf(wordsTask, file),
    await bothOf(linkedSvgTask, { file, baseUrl }),
    await bothOf(drawDocumentTask, { text, baseUrl }),
  ]
  return { direct: results.map(([direct]) => direct), inThread: results.map(([, inThread]) => inThread) }
}

describe('diagrams that threads read and draw', () => {
  it('are those that the event loop would', async () => {
    const link = { kind: 'page', contentId: '7' } as const
    const arrows = allArrows().map(arrow => ({ ...arrow, id: arrow.id.replaceAll(' ', '-') }))
    for (const text of [
      writeDocument(diagram(arrows)),
      writeDocument(diagram([shape('a', 0, 0, 10, 10, { link })])),
      '{}',
    ]) {
      const { direct, inThread } = await resultsOf(text)
      expect(inThread).toEqual(direct)
    }
  })

  it('are drawn a page at a time', async () => {
    const [first] = diagram([]).pages
    const second = { ...diagram([shape('a', 0, 0, 70, 30)]).pages[0]!, id: 'second' }
    const file = new TextEncoder().encode(writeDocument({ ...diagram([]), pages: [first!, second] }))
    const [direct, inThread] = await bothOf(drawTask, { file, page: 'second' })
    expect(inThread).toEqual(direct)
    expect(inThread).toMatchObject({ width: 92, height: 52 })
  })

  it('have links that lead to the wiki where they have any', async () => {
    const link = { kind: 'page', contentId: '7' } as const
    const drawn = async (more: object) => {
      const text = writeDocument(diagram([shape('a', 0, 0, 10, 10, more)]))
      return threads.run(drawDocumentTask, { text, baseUrl }, 1)
    }
    expect(await drawn({ link })).toMatchObject({
      linkedSvg: expect.stringContaining(`<a href="${baseUrl}/pages/viewpage.action?pageId=7"`) as string,
    })
    const { drawing, linkedSvg } = (await drawn({})) as { drawing: { svg: string }; linkedSvg: string }
    expect(linkedSvg).toBe(drawing.svg)
  })

  it('are refused with the path of the error', async () => {
    const text = JSON.stringify(diagram([shape('a', 0, 0, -1, 10)]))
    const [direct, inThread] = await bothOf(drawDocumentTask, { text, baseUrl })
    expect(inThread).toEqual(direct)
    expect(inThread).toEqual({ problem: expect.stringMatching(/^pages\[0\]\.objects\.a\.width: /) as string })
  })
})

const corpus = path.resolve(import.meta.dirname, '../../../../shared/corpus')
const files = ['gliffy', 'drawio'].flatMap(folder => {
  const at = path.join(corpus, folder)
  return existsSync(at) ? readdirSync(at, { recursive: true, withFileTypes: true }) : []
})

describe.skipIf(!existsSync(corpus))('files of the corpus (skipped where ../shared/corpus is absent)', () => {
  const diagrams = files.filter(file => file.isFile() && /\.(?:gliffy|json|drawio|xml|gon)$/.test(file.name))

  it('are more than ten', () => {
    expect(diagrams.length).toBeGreaterThan(10)
  })

  it.each(shareOf(diagrams, 4))('are read and drawn in threads as on the event loop: $name', async file => {
    const { direct, inThread } = await resultsOf(readFileSync(path.join(file.parentPath, file.name), 'utf8'))
    expect(inThread).toEqual(direct)
  })
})
