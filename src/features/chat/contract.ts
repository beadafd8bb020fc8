import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { looseBoolean, postAddress } from '#platform/wire.ts'
import { CHAT_EVENTS, CHAT_SERVICES, type ChatEvent } from './shared.ts'

const tag = 'chat'
const path = '/rest/oxbow/1.0/spaces/:key/chat-rooms' as const

const events = Object.keys(CHAT_EVENTS) as [ChatEvent, ...ChatEvent[]]

const roomFields = {
  name: z.string().trim().min(1, 'must not be empty').max(100, 'must be {{maximum}} characters at most'),
  service: z.enum(CHAT_SERVICES),
  events: z
    .array(z.enum(events))
    .min(1, 'choose one event at least')
    .max(events.length)
    .transform(names => [...new Set(names)]),
  isActive: looseBoolean.default(true),
}
const newRoom = z.object({ ...roomFields, url: postAddress })
/** Without an address, the stored one stays. */
const changedRoom = z.object({ ...roomFields, url: postAddress.optional() })
export type RoomInput = z.output<typeof changedRoom>

const delivery = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  isDelivered: z.boolean(),
  /** Status of the answer, or the error. */
  description: z.string(),
})
export type Delivery = z.output<typeof delivery>

export const chatRoom = z.object({
  id: z.number(),
  name: z.string(),
  service: z.enum(CHAT_SERVICES),
  /** Host of the address; the rest of it is a secret and is never shown. */
  host: z.string(),
  events: z.array(z.enum(events)),
  isActive: z.boolean(),
  last: delivery.nullable(),
})
export type ChatRoom = z.output<typeof chatRoom>

const inSpace = z.object({ key: z.string().min(1).max(255) })
const ofRoom = inSpace.extend({ roomId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

export const listChatRooms = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'Chat rooms that are told of changes in a space, for its administrators',
  params: inSpace,
  response: z.object({
    /** Name of the chat service; empty if chat is not offered. */
    service: z.string(),
    /** Hosts that rooms may be on; none until an administrator has connected the site. */
    hosts: z.array(z.string()),
    rooms: z.array(chatRoom),
  }),
})
export const createChatRoom = endpoint({
  method: 'POST',
  path,
  tag,
  summary: 'Add a chat room to a space',
  params: inSpace,
  body: newRoom,
  status: 201,
  response: chatRoom,
})
export const updateChatRoom = endpoint({
  method: 'PUT',
  path: `${path}/:roomId`,
  tag,
  summary: 'Change a chat room of a space',
  params: ofRoom,
  body: changedRoom,
  response: chatRoom,
})
export const deleteChatRoom = endpoint({
  method: 'DELETE',
  path: `${path}/:roomId`,
  tag,
  summary: 'Remove a chat room from a space',
  params: ofRoom,
  status: 204,
})
export const testChatRoom = endpoint({
  method: 'POST',
  path: `${path}/:roomId/test`,
  tag,
  summary: 'Send a message to a chat room, to see whether it arrives',
  params: ofRoom,
  body: z.unknown(),
  response: delivery,
})
