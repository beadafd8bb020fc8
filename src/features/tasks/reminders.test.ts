import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { readMail } from '#platform/server/testing/mail-reader.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { remindOfTasks } from './server/reminders.ts'

const NOW = Date.UTC(2027, 2, 10, 6)

describe.each(ENGINES)('reminders of tasks (%s)', engine => {
  const smtp = new SmtpServer()
  let wiki: TestWiki
  let ada: TestPerson
  beforeAll(async () => {
    const port = await smtp.listen()
    wiki = await startTestWiki(engine, features, {
      OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}`,
      OXBOW_MAIL_FROM: 'wiki@example.org',
    })
    ada = await person(wiki, 'ada')
    await wiki.admin.post('/rest/api/space', { key: 'DUE', name: 'Due' })
  })
  afterAll(async () => {
    await wiki.close()
    await smtp.close()
  })
  const create = async (title: string, due: string) => {
    const value = `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>${title} <ac:link><ri:user ri:userkey="${ada.userKey}" /></ac:link> <time datetime="${due}" /></ac:task-body></ac:task></ac:task-list>`
    const { json } = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title,
      space: { key: 'DUE' },
      body: { storage: { value, representation: 'storage' } },
    })
    return json.id as string
  }
  /** The mails of one run. */
  const run = async (at = NOW) => {
    // The assignee of a task is mailed of that too.
    await wiki.app.events.settled()
    await wiki.app.jobs.idle()
    const before = smtp.received.length
    await remindOfTasks(wiki.app, at)
    await wiki.app.jobs.idle()
    return smtp.received.slice(before)
  }

  it('are one mail a day to each person, with the tasks due by tomorrow that they may see', async () => {
    await create('Tomorrow', '2027-03-11')
    await create('Today', '2027-03-10')
    await create('Later', '2027-03-12')
    await create('Long ago', '2027-02-10')
    const hidden = await create('Hidden', '2027-03-10')
    await wiki.admin.put(`/rest/api/content/${hidden}/restriction`, [
      { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
    ])
    const done = await create('Done', '2027-03-10')
    await wiki.admin.post(`/rest/inlinetasks/1/task/${done}/1/`, { status: 'CHECKED' })
    const [mail, ...others] = await run()
    expect(others).toEqual([])
    expect(mail?.to).toEqual(['ada@example.org'])
    expect(mail?.data).toContain('Subject: 2 of your tasks are due')
    expect(mail?.data).toContain('/display/DUE/Tomorrow?focusedTaskId=3D1')
    expect(mail?.data).toContain('/display/DUE/Today?focusedTaskId=3D1')
    for (const title of ['Later', 'Long ago', 'Hidden', 'Done']) expect(mail?.data).not.toContain(title)
  })

  it('come once for each task and date', async () => {
    expect(await run()).toEqual([])
    const next = await run(NOW + 86_400_000)
    expect(next).toHaveLength(1)
    expect(next[0]?.data).toContain('Later')
    expect(next[0]?.data).not.toContain('Today')
  })

  it('come to who wants them, and end by the link of the mail', async () => {
    await create('Link', '2027-03-10')
    const [mail] = await run()
    const { headers, text } = readMail(mail?.data ?? '')
    const [, link = ''] = /^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '') ?? []
    expect(headers.get('precedence')).toBe('bulk')
    expect(text).toContain(`No more mail like this: ${link}`)
    const settings = '/rest/oxbow/1.0/notifications/settings'
    const due = async () =>
      (await ada.client.get(settings)).json.choices.find(({ kind }: { kind: string }) => kind === 'due')
    expect(await due()).toEqual({ kind: 'due', bell: false, mail: 'daily' })
    const ended = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect(ended.status).toBe(200)
    expect(await due()).toEqual({ kind: 'due', bell: false, mail: 'never' })
    await create('Unwanted', '2027-03-10')
    expect(await run()).toEqual([])
    for (const wrong of [
      { bell: true, mail: 'daily' },
      { bell: false, mail: 'now' },
    ])
      expect((await ada.client.put(settings, { choices: [{ kind: 'due', ...wrong }] })).status).toBe(400)
    await ada.client.put(settings, { choices: [{ kind: 'due', bell: false, mail: 'daily' }] })
    // The task that was not announced meanwhile is now.
    expect((await run())[0]?.data).toContain('Unwanted')
  })

  it('come to nobody whose account is closed', async () => {
    await create('Closed', '2027-03-10')
    await wiki.app.database.transaction(
      async ({ db }) => void (await db.updateTable('account').set({ active: 0 }).where('id', '=', ada.id).execute()),
    )
    expect(await run()).toEqual([])
  })
})
