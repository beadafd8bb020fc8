import type { EntityType } from '../shared.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    entity_link: EntityLinkTable
    link_consumer: LinkConsumerTable
  }
}

/** That a space is about the same as something in a linked application. */
export interface EntityLinkTable {
  space_id: number
  application_id: string
  type_id: EntityType
  /** By which the application knows it. */
  entity_key: string
  name: string
  /** One of each type in a space. */
  is_primary: number
}

/** An OAuth client that a link is authenticated by. */
export interface LinkConsumerTable {
  application_id: string
  /** `consumer` asks this wiki, `provider` is asked by it. */
  role: 'consumer' | 'provider'
  consumer_key: string
  name: string
  description: string
  shared_secret: string
  public_key: string
  outgoing: number
  two_lo_allowed: number
  two_lo_user: string
  two_lo_impersonation: number
}
