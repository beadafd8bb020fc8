import { Readable } from 'node:stream'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { ExtensionPoint } from '#platform/server/extensions.ts'
import { HelperEnded, helperProcess, type RunHelper } from '#platform/server/processes/helper.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { requireAccount } from '#features/accounts/server/index.ts'
import { features } from '../../server.ts'
import { insertRun, performInHelper } from './server/index.ts'
import { runUpload } from './server/upload.ts'
import { entities } from './testing/export.ts'

onEachEngine(
  'the job of an import with a helper',
  () => features,
  wiki => {
    /** A helper in this process. */
    const helper: RunHelper = ({ command: [, id], signal = new AbortController().signal, receive }) => {
      const tell = async (said: unknown) => receive(JSON.parse(JSON.stringify(said)))
      return performInHelper(wiki().app, Number(id), { signal, tell })
    }
    const killed: RunHelper = async () => {
      throw new HelperEnded('SIGKILL')
    }

    /** Notes an import of an uploaded export, which waits for its job. @returns its id */
    async function uploaded(bytes: Uint8Array): Promise<number> {
      const { app } = wiki()
      const { id: owner_id } = await requireAccount(app, { username: 'admin' })
      const { size, sha256 } = await app.blobs.put(Readable.from([bytes]), { maxSize: bytes.length })
      const row = await app.database.transaction(async tx => {
        await claimBlob(tx, app, sha256)
        const file = { file_name: 'export.zip', file_size: size, file_sha256: sha256 }
        return insertRun(tx, { origin: 'upload', owner_id, ...file, options: {}, state: 'QUEUED' })
      })
      return row.id
    }

    /** Runs the job of an import with such a helper. @returns its progress in percent */
    async function run(id: number, using: RunHelper, isLastAttempt = false): Promise<number[]> {
      const { app } = wiki()
      const all = <T>(point: ExtensionPoint<T>) =>
        point.name === helperProcess.name ? [using] : app.extensions.all(point)
      const percents: number[] = []
      await runUpload({
        app: { ...app, extensions: { all } as App['extensions'] },
        id: 'by hand',
        ownerId: null,
        input: { id },
        isLastAttempt,
        finish: async () => {},
        signal: new AbortController().signal,
        progress: async percent => void percents.push(percent),
      })
      return percents
    }
    const shown = async (id: number) => (await wiki().admin.get(`/rest/oxbow/1.0/space-imports/${id}`)).json

    it('tells how far it is, and goes on where a helper was killed', async () => {
      const id = await uploaded(zipSync({ 'entities.xml': strToU8(entities('HELPED', 920_000)) }))
      await expect(run(id, killed)).rejects.toThrow(HelperEnded)
      expect(await shown(id)).toMatchObject({ state: 'QUEUED', errorMessage: null })
      expect(await run(id, helper)).not.toEqual([])
      expect(await shown(id)).toMatchObject({ state: 'FINISHED', spaces: [{ key: 'HELPED' }] })
    })

    it('fails with the reason for which the export is refused', async () => {
      const id = await uploaded(strToU8('no zip'))
      await run(id, helper)
      expect(await shown(id)).toMatchObject({
        state: 'FAILED',
        errorMessage: expect.stringContaining('no zip archive'),
      })
    })

    it('fails with a reason when the helper is killed at the last attempt', async () => {
      const id = await uploaded(strToU8('anything'))
      await expect(run(id, killed, true)).rejects.toThrow(HelperEnded)
      expect(await shown(id)).toMatchObject({ state: 'FAILED', errorMessage: expect.stringContaining('(SIGKILL)') })
    })
  },
)
