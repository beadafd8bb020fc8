import { messageOf } from '#platform/message-of.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { siteLanguage } from '#platform/server/language.ts'
import { postJson } from '#features/webhooks/server/index.ts'
import type { Delivery } from '../contract.ts'
import { CHAT_EVENTS } from '../shared.ts'
import { messageBody, type Sentence } from './formats.ts'
import { sentencesOf } from './messages.ts'
import { chatHosts, chatService, hostsOf } from './settings.ts'
import { activeRooms, recordDelivery, roomById, type RoomRow } from './store.ts'
import { eventsOf } from './wire.ts'

export const DELIVER_JOB = 'chat.deliver'
/** Changes that one message names; of the others it has the number. */
const MOST_LINES = 10

/** Queues one message for each room that listens to some of the events, in the transaction that moves the cursor. */
export async function queueMessages(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<void> {
  const told = events.filter(event => event.spaceId !== null && Object.hasOwn(CHAT_EVENTS, event.kind))
  if (told.length === 0 || !isConnected(app)) return
  for (const room of await activeRooms(tx.db)) {
    const listens: ReadonlySet<string> = new Set(eventsOf(room))
    const mine = told.filter(
      ({ spaceId, kind, at }) => spaceId === room.space_id && listens.has(kind) && at >= room.created_at,
    )
    if (mine.length === 0) continue
    await app.jobs.enqueue(
      {
        kind: DELIVER_JOB,
        title: 'Sending a message to the chat room {{name}}',
        values: { name: room.name },
        ownerId: null,
        input: { roomId: room.id, events: mine.slice(0, MOST_LINES), more: Math.max(0, mine.length - MOST_LINES) },
      },
      tx,
    )
  }
}

/** Whether an administrator has connected the site with a chat service. */
export function isConnected({ settings }: Pick<App, 'settings'>): boolean {
  return settings.get(chatService) !== '' && settings.get(chatHosts) !== ''
}

/** The work of {@link DELIVER_JOB}: one attempt. */
export async function deliver({ app, id, input, signal }: JobRun): Promise<void> {
  const { roomId, events, more } = input as { roomId: number; events: WikiEvent[]; more: number }
  const room = await roomById(app.database.read, roomId)
  if (!room || room.active === 0 || !isConnected(app)) return
  const lines = await sentencesOf(app, events, more)
  if (lines.length === 0) return
  const sent = await send(app, room, { lines, id, signal })
  signal.throwIfAborted()
  if (sent.isDelivered) return
  const values = { name: room.name, reason: sent.description }
  if (sent.isRefused) throw badRequest('{{reason}}', { values, forPrograms: true })
  throw new HttpError(502, 'The chat room {{name}} was not told: {{reason}}', { values })
}

/** Sends a message that names no change, to see whether it arrives. */
export async function sendTest(app: App, room: RoomRow, id: string): Promise<Delivery> {
  const t = app.texts.for(app.settings.get(siteLanguage))
  const { at, isDelivered, description } = await send(app, room, {
    lines: [[t('This room is told of changes in the wiki.')]],
    id,
  })
  return { at, isDelivered, description }
}

/** Sends lines to a room, and records what became of it. */
async function send(
  app: App,
  room: RoomRow,
  message: { lines: readonly Sentence[]; id: string; signal?: AbortSignal },
): Promise<Delivery & { isRefused: boolean }> {
  const result = await attempt(app, room, message)
  const description = result.description.slice(0, 500)
  const delivery = { at: Date.now(), isDelivered: result.isDelivered, description }
  await app.database.transaction(({ db }) => recordDelivery(db, room.id, delivery), { invalidates: false })
  return { ...delivery, isRefused: result.isRefused }
}

async function attempt(
  app: App,
  { url, service }: RoomRow,
  { lines, id, signal }: { lines: readonly Sentence[]; id: string; signal?: AbortSignal },
): Promise<{ isDelivered: boolean; isRefused: boolean; description: string }> {
  // Administrators may have taken the host from the list since.
  if (!hostsOf(app.settings.get(chatHosts)).includes(new URL(url).hostname))
    return { isDelivered: false, isRefused: true, description: 'The host is not in the list of hosts for chat' }
  const { status, error, isPrivate } = await postJson(app, {
    url,
    headers: { 'x-request-id': id },
    body: JSON.stringify(messageBody(service, lines)),
    ...(signal ? { signal } : {}),
  })
  const description = status === undefined ? withoutAddress(messageOf(error), url) : String(status)
  return { isDelivered: status !== undefined && status >= 200 && status < 300, isRefused: isPrivate, description }
}

/** An error without the address of the webhook, which is a secret. */
function withoutAddress(text: string, url: string): string {
  return text.replaceAll(url, new URL(url).host)
}
