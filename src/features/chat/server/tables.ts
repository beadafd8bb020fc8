import type { Generated } from 'kysely'
import type { ChatService } from '../shared.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    chat_room: ChatRoomTable
  }
}

export interface ChatRoomTable {
  id: Generated<number>
  space_id: number
  name: string
  service: ChatService
  /** Address of the incoming webhook, which holds its secret. */
  url: string
  /** JSON list of kinds of events. */
  events: string
  active: number
  created_at: number
  /** Last attempt at a message; null before the first one. Epoch milliseconds. */
  last_at: number | null
  last_delivered: number
  last_description: string
}
