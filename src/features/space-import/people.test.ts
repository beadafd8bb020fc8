import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { messageOf } from '#platform/message-of.ts'
import { sentenceOf } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { allStatementsOf } from '#platform/server/testing/statements.ts'
import {
  contextOfAccount,
  createAccount,
  createGroup,
  findAccount,
  findGroup,
  GROUP_USERS,
  importAccount,
  requireAccount,
  setActive,
  type Account,
} from '#features/accounts/server/index.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { openExport, type OpenExport } from './server/package/export.ts'
import type { ExportObject } from './server/package/objects.ts'
import { Staging } from './server/package/staging-store.ts'
import { forecastPeople, readPeople } from './server/people-file.ts'
import { peopleCounts, personRow } from './server/people-store.ts'
import { importExport, type ImportResult } from './server/run/import.ts'
import type { ImportOptions } from './server/run/options.ts'
import { planPeople } from './server/run/people-plan.ts'
import { changeRun, insertRun } from './server/run-store.ts'
import { importsInto } from './testing/imports.ts'
import { peopleExport, userKey, type ExportedUser } from './testing/people-export.ts'

const PEOPLE = '/rest/oxbow/1.0/space-imports'

onEachEngine(
  'users and groups of an export',
  () => features,
  wiki => {
    const { fileNamed, get, zipped } = importsInto(wiki)
    let ctx: Context
    beforeAll(async () => {
      ctx = await contextOfAccount(wiki().app, await requireAccount(wiki().app, { username: 'admin' }))
    })

    const account = (username: string, email = '') =>
      createAccount(wiki().app, { username, displayName: username, email }, null)
    const named = (username: string) => findAccount(wiki().app, { username })
    /** Deletes an account with all that it has. */
    async function remove(username: string): Promise<void> {
      await wiki().admin.delete(`/rest/api/admin/user/${username}`)
      await wiki().app.jobs.idle()
      expect(await named(username)).toBeUndefined()
    }
    const begun = (fingerprint: string | null = null): Promise<number> =>
      wiki().app.database.transaction(async tx => {
        const { id } = await insertRun(tx, {
          origin: 'upload',
          owner_id: ctx.viewer.userId,
          file_name: 'export.zip',
          file_size: 1,
          file_sha256: null,
          options: {},
          state: 'READY',
        })
        await changeRun(tx, id, { fingerprint })
        return id
      })

    /** Plans the people of an export in a new import. */
    async function planned(path: string): Promise<number> {
      const opened = await openExport(path, fileNamed('.'))
      try {
        const runId = await begun(opened.fingerprint)
        await planPeople(ctx, opened, runId)
        return runId
      } finally {
        await opened.close()
      }
    }
    const zippedPeople = async (...args: Parameters<typeof peopleExport>) =>
      zipped({ 'entities.xml': peopleExport(...args) })
    const imported = (path: string, runId: number, more: Partial<ImportOptions> = {}) =>
      importExport(ctx, { path, temporary: fileNamed('.'), runId, ...more })
    const decisionOf = async (runId: number, source: string, kind: 'user' | 'group' = 'user') => {
      const row = await personRow(wiki().app.database.read, { run_id: runId, kind, source })
      return row && [row.action, row.matched_by, row.target_id]
    }
    const choose = (runId: number | string, body: Record<string, string>) =>
      wiki().admin.put(`${PEOPLE}/${runId}/people`, { kind: 'user', ...body })

    const uploadTo = (client: HttpClient, file: string, text: string) =>
      client.send('POST', file, text, { 'content-type': 'text/csv', 'x-atlassian-token': 'no-check' })

    it('become what was chosen for an earlier export of the space, too', async () => {
      const users = [{ key: userKey(81), name: 'early' }]
      const early = await planned(await zippedPeople('EARLY', 8_300_000, users, { groups: ['early-birds'] }))
      await choose(early, { source: userKey(81), action: 'skip' })
      await choose(early, { kind: 'group', source: 'early-birds', action: 'skip' })
      await imported(await zippedPeople('EARLY', 8_300_000, users, { groups: ['early-birds'] }), early)
      const later = [...users, { key: userKey(82), name: 'late' }]
      const newer = await planned(await zippedPeople('EARLY', 8_300_000, later, { groups: ['early-birds'] }))
      expect(await decisionOf(newer, userKey(81))).toEqual(['skip', 'choice', null])
      expect(await decisionOf(newer, 'early-birds', 'group')).toEqual(['skip', 'choice', null])
      expect(await decisionOf(newer, userKey(82))).toEqual(['create', null, null])
    })

    describe('before they are imported', () => {
      let path: string
      let runId: number
      let here: Record<'keyed' | 'mailed' | 'same', Account>
      const users: ExportedUser[] = [
        { key: userKey(1), name: 'keyed-there' },
        { key: userKey(2), name: 'SAME', displayName: 'Same There', email: 'same@example.org' },
        { key: userKey(3), name: 'mailed-there', displayName: '=Mailed 100%', email: 'MAILED@example.org' },
        { key: userKey(4), name: 'shared-there', email: 'shared@example.org' },
        { key: userKey(5), name: 'disabled-there', email: 'disabled@example.org' },
        { key: userKey(6), name: 'gone-there' },
        { key: userKey(7), name: 'new' },
      ]
      beforeAll(async () => {
        const { app } = wiki()
        const keyOf = (username: string, key: string) =>
          importAccount(app, { username, displayName: username, email: '', userKey: key, isActive: true }, null)
        here = {
          keyed: await keyOf('keyed', userKey(1)),
          same: await account('same'),
          mailed: await account('mailed', 'mailed@example.org'),
        }
        await account('shared', 'shared@example.org')
        await account('shared2', 'shared@example.org')
        await setActive(app, await account('disabled', 'disabled@example.org'), false, null)
        await keyOf('gone', userKey(6))
        await remove('gone')
        await createGroup(app, { name: 'Planners' }, null)
        path = await zippedPeople('PLAN', 970_000, users, {
          groups: ['planners', 'fresh', 'authenticated-users', 'a/b'],
        })
        runId = await planned(path)
      })

      it('are matched by key, user name or an address that one active user has, else made', async () => {
        const decisions = await Promise.all(users.map(({ key }) => decisionOf(runId, key)))
        expect(decisions).toEqual([
          ['match', 'key', here.keyed.id],
          ['match', 'name', here.same.id],
          ['match', 'email', here.mailed.id],
          ...users.slice(3).map(() => ['create', null, null]),
        ])
        const groups = ['planners', 'fresh', 'authenticated-users', 'a/b']
        expect(await Promise.all(groups.map(group => decisionOf(runId, group, 'group')))).toEqual([
          ['match', 'name', (await findGroup(wiki().app, 'planners'))?.id],
          ['create', null, null],
          ['match', 'name', (await findGroup(wiki().app, GROUP_USERS))?.id],
          ['skip', null, null],
        ])
      })

      it('are listed by name, in pages, and found by words', async () => {
        const list = async (query: string) =>
          (await get(`${PEOPLE}/${runId}/people${query}`)).results.map(({ name }: { name: string }) => name)
        const names = users.map(({ name }) => name).toSorted()
        expect(await list('')).toEqual(names)
        expect([...(await list('?limit=4')), ...(await list('?limit=4&start=4'))]).toEqual(names)
        expect(await list('?action=match')).toEqual(['SAME', 'keyed-there', 'mailed-there'])
        expect(await list('?words=100%25')).toEqual(['mailed-there'])
        expect(await list('?words=Shared@')).toEqual(['shared-there'])
        expect(await list('?kind=group&words=FRESH')).toEqual(['fresh'])
        expect((await get(`${PEOPLE}/${runId}/people?words=same`)).results).toEqual([
          {
            kind: 'user',
            source: userKey(2),
            name: 'SAME',
            displayName: 'Same There',
            email: 'same@example.org',
            action: 'match',
            matchedBy: 'name',
            target: 'same',
            outcome: null,
          },
        ])
      })

      it('become what an administrator chooses, also in later imports of the same export', async () => {
        const reply = await choose(runId, { source: userKey(7), action: 'match', target: 'Keyed' })
        expect(reply.json).toMatchObject({ action: 'match', matchedBy: 'choice', target: 'keyed' })
        await choose(runId, { source: userKey(3), action: 'create' })
        await choose(runId, { source: userKey(4), action: 'skip' })
        await choose(runId, { kind: 'group', source: 'fresh', action: 'match', target: 'planners' })
        await account('temporary')
        await choose(runId, { source: userKey(5), action: 'match', target: 'temporary' })
        const planners = await findGroup(wiki().app, 'planners')
        const chosen = async (id: number) => [
          await decisionOf(id, userKey(7)),
          await decisionOf(id, userKey(3)),
          await decisionOf(id, userKey(4)),
          await decisionOf(id, 'fresh', 'group'),
        ]
        const expected = [
          ['match', 'choice', here.keyed.id],
          ['create', 'choice', null],
          ['skip', 'choice', null],
          ['match', 'choice', planners?.id],
        ]
        expect(await chosen(runId)).toEqual(expected)
        // Planned again, such as after a crash.
        const opened = await openExport(path, fileNamed('.'))
        await planPeople(ctx, opened, runId)
        await opened.close()
        expect(await chosen(runId)).toEqual(expected)
        await remove('temporary')
        const later = await planned(path)
        expect(await chosen(later)).toEqual(expected)
        expect(await decisionOf(later, userKey(5))).toEqual(['create', null, null])
        const other = await planned(await zippedPeople('OTHER', 971_000, users))
        expect(await decisionOf(other, userKey(7))).toEqual(['create', null, null])
      })

      it('are not made beside users and groups of the same key or name, nor matched with what is not here', async () => {
        const refusals = [
          [{ source: userKey(1), action: 'create' }, 400, 'This wiki already has a user "keyed"'],
          [{ source: userKey(2), action: 'create' }, 400, 'This wiki already has a user "same"'],
          [{ source: userKey(2), action: 'match', target: 'nobody' }, 400, 'This wiki has no user "nobody"'],
          [{ source: userKey(2), action: 'match' }, 400, 'needs a target'],
          [{ source: userKey(2), action: 'skip', target: 'same' }, 400, 'Only the action match has a target'],
          [{ source: userKey(99), action: 'skip' }, 404, 'The import has no user'],
          [{ kind: 'group', source: 'planners', action: 'create' }, 400, 'already has a group "Planners"'],
          [{ kind: 'group', source: 'a/b', action: 'create' }, 400, 'No group can have the name "a/b"'],
          [{ kind: 'group', source: 'a/b', action: 'match', target: 'x' }, 400, 'This wiki has no group "x"'],
        ] as const
        for (const [body, status, message] of refusals) {
          const reply = await choose(runId, body)
          expect([reply.status, reply.json.message]).toEqual([status, expect.stringContaining(message)])
        }
        expect(await decisionOf(runId, userKey(2))).toEqual(['match', 'name', here.same.id])
      })

      it('are a file that is read again: only its changes count, and all of them or none', async () => {
        const id = await planned(path)
        const file = `${PEOPLE}/${id}/people.csv`
        const { text, headers } = await wiki().admin.get(file)
        expect(headers.get('content-type')).toBe('text/csv;charset=UTF-8')
        const [head, ...lines] = text.trim().split('\r\n')
        expect(head).toBe('kind,source,name,full name,mail,action,target,matched by')
        expect(lines).toHaveLength(users.length + 4)
        expect(lines).toContain(`user,${userKey(3)},mailed-there,'=Mailed 100%,MAILED@example.org,create,,choice`)
        const upload = (changed: string) => uploadTo(wiki().admin, file, changed)
        expect((await upload(text)).json).toEqual({ changed: 0 })
        expect(await decisionOf(id, userKey(6))).toEqual(['create', null, null])
        const changed = text
          .replace(/^(user,.*,gone-there,.*),create,,/m, '$1,match,same,')
          .replace(/^(group,fresh,.*),match,Planners,choice/m, '$1,skip,,')
        const broken = await upload(changed.replace(/^(user,.*,shared-there,.*),skip,,/m, '$1,match,nobody,'))
        expect(broken.status).toBe(400)
        expect(broken.json.message).toMatch(
          /^Line \d+, column "target": This wiki has no user "nobody"\. Create the user first, or choose another one$/,
        )
        expect(await decisionOf(id, 'fresh', 'group')).toEqual(['match', 'choice', expect.any(Number)])
        expect((await upload(changed)).json).toEqual({ changed: 2 })
        expect(await decisionOf(id, userKey(6))).toEqual(['match', 'choice', here.same.id])
        expect(await decisionOf(id, 'fresh', 'group')).toEqual(['skip', 'choice', null])
        const foreign = await upload(`${head}\r\nuser,${userKey(98)},,,,skip,,\r\n`)
        expect(foreign.json.message).toBe(`Line 2, column "source": The import has no user "${userKey(98)}"`)
      })

      it('are seen and chosen by administrators alone, as long as the import does not run', async () => {
        const user = (await person(wiki(), 'reader')).client
        const { anonymous, admin } = wiki()
        const paths = [`${PEOPLE}/${runId}/people`, `${PEOPLE}/${runId}/people.csv`]
        const body = { kind: 'user', source: userKey(1), action: 'skip' }
        for (const [client, status] of [
          [anonymous, 401],
          [user, 403],
        ] as const) {
          for (const path of paths) expect((await client.get(path)).status).toBe(status)
          expect((await client.put(paths[0] ?? '', body)).status).toBe(status)
          expect((await uploadTo(client, paths[1] ?? '', 'x')).status).toBe(status)
        }
        const unknown = [`${PEOPLE}/999999/people`, `${PEOPLE}/999999/people.csv`]
        for (const path of unknown) expect((await admin.get(path)).status).toBe(404)
        expect((await admin.put(unknown[0] ?? '', body)).status).toBe(404)
        expect((await uploadTo(admin, unknown[1] ?? '', 'x')).status).toBe(404)
        const { text } = await admin.get(paths[1] ?? '')
        const { database } = wiki().app
        for (const [state, status] of [
          ['CANCELLED', 200],
          ['FAILED', 200],
          ['QUEUED', 409],
          ['PROCESSING', 409],
          ['FINISHED', 409],
          ['ANALYSING', 409],
        ] as const) {
          await database.transaction(tx => changeRun(tx, runId, { state }))
          expect((await choose(runId, { source: userKey(1), action: 'match', target: 'keyed' })).status).toBe(status)
          expect((await uploadTo(admin, paths[1] ?? '', text)).status).toBe(status)
        }
      })
    })

    describe('as they are imported', () => {
      const FROM = 975_000
      const users: ExportedUser[] = [
        { key: userKey(0x11), name: 'author', displayName: 'The Author', email: 'author@example.org' },
        { key: userKey(0x12), name: 'left-out' },
        { key: userKey(0x13), name: 'mapped' },
        { key: userKey(0x14), name: 'ghosted', displayName: 'Full Name' },
      ]
      let runId: number
      let path: string
      let interruption: unknown
      let result: ImportResult
      beforeAll(async () => {
        await account('other')
        const bare = { username: 'ghosted', displayName: 'ghosted', email: '', userKey: null, isActive: false }
        await importAccount(wiki().app, bare, null)
        path = await zippedPeople('USE', FROM, users, {
          restricted: userKey(0x12),
          mentioned: 'mentioned',
          groups: ['weavers', 'dropped', 'a/b'],
        })
        runId = await planned(path)
        await choose(runId, { source: userKey(0x12), action: 'skip' })
        await choose(runId, { source: userKey(0x13), action: 'match', target: 'other' })
        await choose(runId, { kind: 'group', source: 'dropped', action: 'skip' })
        const interrupt = () => Promise.reject(new Error('interrupted'))
        interruption = await imported(path, runId, { progress: interrupt }).catch(messageOf)
        result = await imported(path, runId)
      })

      it('are authors, holders of permissions and mentioned as what they have become', async () => {
        const authors = await Promise.all(
          users.map(async (_, index) => {
            const { history } = await get(`/rest/api/content/${FROM + 10 + index}?expand=history`)
            return history.createdBy?.username
          }),
        )
        expect(authors).toEqual(['author', undefined, 'other', 'ghosted'])
        expect(await named('author')).toMatchObject({
          user_key: userKey(0x11),
          display_name: 'The Author',
          email: 'author@example.org',
        })
        expect(await named('ghosted')).toMatchObject({ display_name: 'Full Name' })
        expect([await named('left-out'), await named('mapped'), await findGroup(wiki().app, 'dropped')]).toEqual([
          undefined,
          undefined,
          undefined,
        ])
        const home = await get(`/rest/api/content/${FROM + 1}?expand=body.storage`)
        const other = await requireAccount(wiki().app, { username: 'other' })
        expect(home.body.storage.value.match(/userkey="[^"]+/g)).toEqual(
          [
            userKey(0x11),
            userKey(0x12),
            other.user_key,
            (await named('ghosted'))?.user_key,
            (await named('mentioned'))?.user_key,
          ].map(key => `userkey="${key}`),
        )
        const { read } = wiki().app.database
        const holders = await read
          .selectFrom('space_permission')
          .innerJoin('space', 'space.id', 'space_permission.space_id')
          .leftJoin('account', 'account.id', 'space_permission.account_id')
          .leftJoin('account_group', 'account_group.id', 'space_permission.group_id')
          .select(['account.username', 'account_group.name'])
          .where('space.key', '=', 'USE')
          .where('permission', '=', 'read:space')
          .execute()
        expect(holders.flatMap(({ username, name }) => username ?? name ?? []).toSorted()).toEqual([
          'admin',
          'author',
          'ghosted',
          'other',
          'weavers',
        ])
      })

      it('leave nothing behind where they are left out, and pages that they alone could see closed', async () => {
        const other = await requireAccount(wiki().app, { username: 'other' })
        const { read } = wiki().app.database
        const restrictions = await read
          .selectFrom('restriction')
          .select(['account_id', 'group_id', 'operation'])
          .where('content_id', '=', FROM + 1)
          .execute()
        expect(restrictions).toEqual([{ account_id: 0, group_id: null, operation: 'read' }])
        const marked = [(await named('author'))?.id, other.id, (await named('ghosted'))?.id]
        for (const table of ['content_watch', 'content_favourite', 'content_like'] as const) {
          const rows = await read
            .selectFrom(table)
            .select('account_id')
            .where('content_id', '=', FROM + 1)
            .execute()
          expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(new Set(marked))
        }
        const said = Object.fromEntries(result.report.remarks.map(({ key, values }) => [key, values?.['number']]))
        expect(said).toMatchObject({
          'Likes left out, since their users were left out: {{number}}': 1,
          'Permissions left out, since their users or groups are not here: {{number}}': 3,
          'Saved pages and spaces left out, since their users were left out: {{number}}': 1,
          'The group "{{name}}" was left out: no group can have that name': undefined,
          'Users and groups left out of restrictions, since they are not here: {{number}}': 1,
          'Watches left out, since their users were left out: {{number}}': 1,
        })
        expect(said).not.toHaveProperty(['Likes left out, since the export does not name their users: {{number}}'])
      })

      it('are counted by what became of them, also when the import was interrupted', async () => {
        expect(interruption).toBe('interrupted')
        expect((await get(`${PEOPLE}/${runId}/report`)).people).toEqual([
          { kind: 'user', source: 5, matched: 2, created: 2, skipped: 1, unused: 0 },
          { kind: 'group', source: 3, matched: 0, created: 1, skipped: 2, unused: 0 },
        ])
      })
    })

    it('are reviewed before an upload is imported, and keep what was chosen', async () => {
      const users = [
        { key: userKey(0x51), name: 'reviewed' },
        { key: userKey(0x52), name: 'dismissed' },
      ]
      const bytes = await readFile(await zippedPeople('REVIEW', 976_000, users))
      const { admin, app } = wiki()
      const headers = { 'content-type': 'application/octet-stream', 'x-atlassian-token': 'no-check' }
      const { json } = await admin.send('POST', `${PEOPLE}?filename=export.zip&review=true`, bytes, headers)
      await app.jobs.idle()
      const listed = async () =>
        (await get(`${PEOPLE}/${json.id}/people`)).results.map(({ name, action, outcome }: Record<string, unknown>) => [
          name,
          action,
          outcome,
        ])
      expect(await listed()).toEqual([
        ['dismissed', 'create', null],
        ['reviewed', 'create', null],
      ])
      await choose(json.id, { source: userKey(0x52), action: 'skip' })
      expect((await admin.post(`${PEOPLE}/${json.id}/start`, {})).status).toBe(202)
      await app.jobs.idle()
      expect(await listed()).toEqual([
        ['dismissed', 'skip', 'skipped'],
        ['reviewed', 'create', 'created'],
      ])
      expect([(await named('reviewed'))?.user_key, await named('dismissed')]).toEqual([userKey(0x51), undefined])
    })

    it('are made by a file that is read again, after an interruption or for a newer export', async () => {
      const path = await zippedPeople('AGAIN', 977_000, [{ key: userKey(0x41), name: 'again' }])
      const first = await planned(path)
      const { text } = await wiki().admin.get(`${PEOPLE}/${first}/people.csv`)
      await imported(path, first)
      const made = await named('again')
      const newer = await zippedPeople('NEWER', 977_000, [{ key: userKey(0x41), name: 'again' }])
      for (const next of [await planned(path), await planned(newer)]) {
        expect(await decisionOf(next, userKey(0x41))).toEqual(['match', 'key', made?.id])
        const again = await uploadTo(wiki().admin, `${PEOPLE}/${next}/people.csv`, text)
        expect(again.json).toEqual({ changed: 0 })
      }
    })

    it('whose account was deleted after it was matched get a new one', async () => {
      const late = await account('late')
      const path = await zippedPeople('LATE', 978_000, [{ key: userKey(0x21), name: 'late' }])
      const runId = await planned(path)
      expect(await decisionOf(runId, userKey(0x21))).toEqual(['match', 'name', late.id])
      await remove('late')
      await imported(path, runId)
      const made = await named('late')
      expect(made?.id).not.toBe(late.id)
      expect(await decisionOf(runId, userKey(0x21))).toEqual(['match', 'name', made?.id])
    })

    it('are written to a file by the command, which reads it when it is changed', async () => {
      const users = [{ key: userKey(0x31), name: 'filed' }]
      const path = await zippedPeople('FILED', 979_000, users, { groups: ['planners'] })
      const file = fileNamed('people.csv')
      const opened = await openExport(path, fileNamed('.'))
      try {
        const { people } = await forecastPeople(ctx, opened, { to: file })
        expect(people).toEqual({
          user: { matched: 0, created: 1, skipped: 0 },
          group: { matched: 1, created: 0, skipped: 0 },
        })
        const text = await readFile(file, 'utf8')
        expect(text.split('\r\n')).toEqual([
          '\ufeffkind,source,name,full name,mail,action,target,matched by',
          `user,${userKey(0x31)},filed,filed,,create,,`,
          'group,planners,planners,,,match,Planners,name',
          '',
        ])
        const runId = await begun(opened.fingerprint)
        await planPeople(ctx, opened, runId)
        await writeFile(file, text.replace('create,,', 'match,admin,'))
        expect(await forecastPeople(ctx, opened, { from: file })).toMatchObject({
          people: { user: { matched: 1, created: 0 } },
          chosenBefore: 0,
        })
        await readPeople(ctx, runId, file)
        expect(await forecastPeople(ctx, opened, {})).toMatchObject({
          people: { user: { matched: 1, created: 0 } },
          chosenBefore: 1,
        })
        expect(await decisionOf(runId, userKey(0x31))).toEqual(['match', 'choice', ctx.viewer.userId])
        // The space has no other administrator than the user of this one permission.
        await imported(path, runId)
        expect((await get('/rest/api/space/FILED')).key).toBe('FILED')
        await writeFile(file, `${text.replace('create,,', 'match,nobody,')}user,x,,,,make,,\nuser,y,,,,skip,,\n`)
        const problems = ['Line 2, column "target"', 'Line 4, column "action"', 'Line 5, column "source"']
        for (const read of [() => readPeople(ctx, runId, file), () => forecastPeople(ctx, opened, { from: file })]) {
          const error = await read().catch((thrown: unknown) => thrown)
          expect(error instanceof HttpError && error.errors.map(sentenceOf)).toEqual(
            problems.map(problem => expect.stringContaining(problem)),
          )
        }
      } finally {
        await opened.close()
      }
    })

    it('are planned in batches', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'oxbow-many-people-'))
      const objects = await Staging.open(folder)
      async function* many(): AsyncGenerator<ExportObject> {
        for (let number = 0; number < 20_000; number++) {
          const name = `many${number}`
          yield { class: 'ConfluenceUserImpl', id: userKey(0x1_000_000 + number), properties: { name } }
          const emailAddress = `${name}@example.org`
          yield { class: 'InternalUser', id: String(number), properties: { name, displayName: name, emailAddress } }
        }
      }
      await objects.fill(many())
      const one = await account('elsewhere', 'many777@example.org')
      const runId = await begun()
      let statements = 0
      await allStatementsOf(
        () => planPeople(ctx, { objects, descriptor: new Map(), fingerprint: 'many' } as unknown as OpenExport, runId),
        () => statements++,
      )
      await objects.close()
      await rm(folder, { recursive: true })
      expect(await peopleCounts(wiki().app.database.read, runId)).toMatchObject([{ source: 20_000 }, { source: 0 }])
      expect(await decisionOf(runId, userKey(0x1_000_000 + 777))).toEqual(['match', 'email', one.id])
      expect(statements).toBeLessThan(500)
    })
  },
)
