import type { App } from '#platform/server/app.ts'
import type { LinkedApplicationRow } from '#features/linked-apps/server/index.ts'
import { APPLICATION_TYPES } from '#features/linked-apps/shared.ts'
import type { ApplicationLink, Consumer, EntityLink } from '../contract.ts'
import type { ConsumerRow, EntityLinkRow } from './store.ts'

/** An application as clients of the old product know it. */
export function linkView({ baseUrl }: Pick<App, 'baseUrl'>, row: LinkedApplicationRow): ApplicationLink {
  return {
    id: row.id,
    typeId: row.type_id,
    type: APPLICATION_TYPES[row.type_id],
    name: row.name,
    displayUrl: row.display_url,
    rpcUrl: row.rpc_url,
    isPrimary: row.is_primary === 1,
    isSystem: false,
    link: selfLink(baseUrl, row.id),
  }
}

/** The address of a link, as answers name it. */
export function selfLink(baseUrl: string, id: string): ApplicationLink['link'] {
  return [{ href: `${baseUrl}/rest/applinks/1.0/applicationlink/${id}`, rel: 'self' }]
}

export function entityLinkView(row: EntityLinkRow): EntityLink {
  return {
    applicationId: row.application_id,
    typeId: row.type_id,
    key: row.entity_key,
    name: row.name,
    isPrimary: row.is_primary === 1,
  }
}

/** The secret never leaves the database. */
export function consumerView(row: ConsumerRow): Consumer {
  return {
    key: row.consumer_key,
    name: row.name,
    description: row.description,
    hasSharedSecret: row.shared_secret !== '',
    publicKey: row.public_key,
    outgoing: row.outgoing === 1,
    twoLOAllowed: row.two_lo_allowed === 1,
    executingTwoLOUser: row.two_lo_user,
    twoLOImpersonationAllowed: row.two_lo_impersonation === 1,
  }
}
