import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { looseBoolean } from '#platform/wire.ts'
import { applicationAddress, applicationName, applicationType } from '#features/linked-apps/contract.ts'
import { LIBRARY_VERSION } from './look.ts'
import { ENTITY_TYPES, PERMISSION_CODES, withScheme } from './shared.ts'

/** Shapes of Atlassian's application links, version 1.0. Clients ask for JSON, some for XML. */
const tag = 'application-links'
const ROOT = '/rest/applinks/1.0'

const MAX_KEY = 255
/** Old clients put `.json` behind ids and keys. */
const bare = (text: string) => text.replace(/\.json$/, '')
const uuid = z.string().transform(bare).pipe(z.uuid())
const byId = z.object({ applicationId: uuid })
const key = z.string().trim().min(1).max(MAX_KEY)
const address = z.preprocess(value => (typeof value === 'string' ? withScheme(value) : value), applicationAddress)
const entityType = z.enum(ENTITY_TYPES)
const flag = looseBoolean.default(false)

const selfLink = z.array(z.object({ href: z.string(), rel: z.literal('self') }))
export const applicationLink = z.object({
  id: z.string(),
  typeId: applicationType,
  /** The type in words. */
  type: z.string(),
  name: z.string(),
  displayUrl: z.string(),
  rpcUrl: z.string(),
  isPrimary: z.boolean(),
  isSystem: z.boolean(),
  link: selfLink,
})
export type ApplicationLink = z.output<typeof applicationLink>

export const applicationLinkInput = z.object({
  /** Absent or null: the application is linked anew. */
  id: z.uuid().nullish(),
  typeId: applicationType,
  name: applicationName,
  rpcUrl: address,
  displayUrl: address.optional(),
  isPrimary: flag,
})
export type ApplicationLinkInput = z.output<typeof applicationLinkInput>

export const entityLink = z.object({
  applicationId: z.string(),
  typeId: entityType,
  key: z.string(),
  name: z.string(),
  isPrimary: z.boolean(),
})
export type EntityLink = z.output<typeof entityLink>

/** The result of the call. */
const status = z.object({
  'status-code': z.number(),
  'resources-created': z.object({ link: selfLink }).optional(),
})

export const manifest = z.object({
  id: z.string(),
  name: z.string(),
  typeId: z.string(),
  url: z.string(),
  version: z.string().optional(),
  buildNumber: z.number().optional(),
  /** Version of the UI library; other texts are left out. */
  auiVersion: z.string().regex(LIBRARY_VERSION).optional().catch(undefined),
  applinksVersion: z.string().optional(),
  inboundAuthenticationTypes: z.array(z.string()).optional(),
  outboundAuthenticationTypes: z.array(z.string()).optional(),
  publicSignup: z.boolean().optional(),
})
export type Manifest = z.output<typeof manifest>
/** Why there is none. */
const warning = z.object({ code: z.string(), warning: z.string() })

export const getApplicationLinks = endpoint({
  method: 'GET',
  path: `${ROOT}/applicationlink`,
  tag,
  summary: 'Linked applications, for administrators',
  response: z.object({ applicationLinks: z.array(applicationLink) }),
})
export const getApplicationLink = endpoint({
  method: 'GET',
  path: `${ROOT}/applicationlink/:applicationId`,
  tag,
  summary: 'A linked application, for administrators',
  params: byId,
  response: applicationLink,
})
export const getApplicationLinksOfType = endpoint({
  method: 'GET',
  path: `${ROOT}/applicationlink/type/:applicationType`,
  tag,
  summary: 'Linked applications of a type, for administrators',
  params: z.object({ applicationType }),
  response: z.object({ applicationLinks: z.array(applicationLink) }),
})
export const listApplicationLinks = endpoint({
  method: 'GET',
  path: `${ROOT}/listApplicationlinks`,
  tag,
  summary: 'Linked applications with how they are authenticated, for administrators',
  response: z.object({
    list: z.array(
      z.object({
        application: applicationLink,
        configuredOutboundAuthenticators: z.array(z.string()),
        configuredInboundAuthenticators: z.array(z.string()),
        hasOutgoingAuthenticationProviders: z.boolean(),
        hasIncomingAuthenticationProviders: z.boolean(),
        entityTypeIdStrings: z.array(entityType),
        isSystem: z.boolean(),
      }),
    ),
  }),
})
export const getLinkState = endpoint({
  method: 'GET',
  path: `${ROOT}/listApplicationlinkstates/id/:applicationId`,
  tag,
  summary: 'Whether a linked application answers, and is still the one that was linked',
  params: byId,
  response: z.object({ appLinkState: z.enum(['OK', 'OFFLINE', 'UPGRADED_TO_UAL']) }),
})
export const getLinkInfo = endpoint({
  method: 'GET',
  path: `${ROOT}/applicationlinkInfo/id/:applicationId`,
  tag,
  summary: 'What is lost when an application is unlinked',
  params: byId,
  response: z.object({
    configuredAuthProviders: z.array(z.string()),
    numConfiguredEntities: z.number(),
    hostEntityTypes: z.array(entityType),
    remoteEntityTypes: z.array(entityType),
  }),
})
export const getLinkStatus = endpoint({
  method: 'GET',
  path: `${ROOT}/status/:applicationId`,
  tag,
  summary: 'Whether a linked application can be used, and what is wrong',
  params: byId,
  response: z.object({
    link: applicationLink,
    working: z.boolean(),
    /** How its pages look, if it answers and says so. */
    look: z.object({ isNewer: z.boolean(), isLibrarySupported: z.boolean().optional() }).optional(),
    error: z.object({ category: z.string(), type: z.string(), details: z.string() }).optional(),
  }),
})

export const fetchManifest = endpoint({
  method: 'GET',
  path: `${ROOT}/applicationlinkForm/manifest`,
  tag,
  summary: 'Ask the application at an address what it is; a warning where it does not say',
  query: z.object({ url: address }),
  response: z.union([manifest, warning]),
})
export const getManifestOf = endpoint({
  method: 'GET',
  path: `${ROOT}/manifest/:applicationId`,
  tag,
  summary: 'Ask a linked application what it is',
  params: byId,
  response: manifest,
})

export const createStaticUrlLink = endpoint({
  method: 'POST',
  path: `${ROOT}/applicationlinkForm/createStaticUrlAppLink`,
  tag,
  summary: 'Link an application of a type by its address alone, without asking it anything',
  query: z.object({ typeId: applicationType, url: address }),
  response: z.object({ applicationLink, autoConfigurationSuccessful: z.boolean() }),
})
const credentials = { username: z.string().max(255).default(''), password: z.string().max(1000).default('') }
export const createLinkInput = z.object({
  applicationLink: applicationLinkInput.omit({ id: true }),
  /** Of an administrator there, where the application shall link this wiki too. */
  ...credentials,
  createTwoWayLink: flag,
  /** Whether it shall ask the wiki by `rpcUrl` rather than by its base address. */
  customRpcURL: flag,
  rpcUrl: z.string().max(500).default(''),
  /** Kinds of trust that the wiki does not have: only false is accepted for what would be weaker than asked for. */
  configFormValues: z.object({ trustEachOther: flag, shareUserbase: flag }).optional(),
  orphanedTrust: z.object({ id: z.string(), type: z.string() }).nullish(),
})
export type CreateLinkInput = z.output<typeof createLinkInput>
export const createLink = endpoint({
  method: 'POST',
  path: `${ROOT}/applicationlinkForm/createAppLink`,
  tag,
  summary: 'Link an application, and this wiki there if asked',
  body: createLinkInput,
  response: z.object({ applicationLink, autoConfigurationSuccessful: z.boolean() }),
})
export const verifyDetails = endpoint({
  method: 'POST',
  path: `${ROOT}/applicationlinkForm/details`,
  tag,
  summary: 'Try whether somebody administers the application at an address',
  body: z.object({ ...credentials, remoteUrl: address, rpcUrl: z.string().max(500).default('') }),
  response: status,
})
export const putLink = endpoint({
  method: 'PUT',
  path: `${ROOT}/applicationlink`,
  tag,
  summary: 'Link an application (201), or change one that is linked (200)',
  body: applicationLinkInput,
  response: status,
})
export const makeLinkPrimary = endpoint({
  method: 'POST',
  path: `${ROOT}/applicationlink/primary/:applicationId`,
  tag,
  summary: 'Make an application the one that is meant where none of its type is named',
  params: byId,
  response: applicationLink,
})
export const relocateLink = endpoint({
  method: 'POST',
  path: `${ROOT}/relocateApplicationlink/:applicationId`,
  tag,
  summary: 'Give a linked application another address; 409 where nothing answers there, unless `nowarning`',
  params: byId,
  query: z.object({ newUrl: address, nowarning: flag }),
  status: 204,
})
export const deleteLink = endpoint({
  method: 'DELETE',
  path: `${ROOT}/applicationlink/:applicationId`,
  tag,
  summary: 'Unlink an application with its entity links, and this wiki there if asked',
  params: byId,
  query: z.object({ reciprocate: flag }),
  response: status,
})
const upgrade = (kind: 'legacy' | 'ual') =>
  endpoint({
    method: 'POST',
    path: `${ROOT}/upgrade/${kind}/:applicationId`,
    tag,
    summary: 'Refuses (409): links are never of an older kind',
    params: byId,
  })
export const upgradeLegacy = upgrade('legacy')
export const upgradeUal = upgrade('ual')

export const getEntityTypes = endpoint({
  method: 'GET',
  path: `${ROOT}/type/entity/:applicationType`,
  tag,
  summary: 'What kinds of things a type of application links with spaces',
  params: z.object({ applicationType }),
  response: z.object({
    entityTypes: z.array(z.object({ applicationType, typeId: entityType, label: z.string() })),
  }),
})
const reference = z.object({ key: z.string(), name: z.string(), typeId: z.string() })
const entityList = z.object({ entity: z.array(reference) })
export const getLocalEntities = endpoint({
  method: 'GET',
  path: `${ROOT}/entitylink/localEntitiesWithLinksTo/:applicationId`,
  tag,
  summary: 'Spaces that are linked with something in an application, for administrators',
  params: byId,
  response: entityList,
})
export const getRemoteEntities = endpoint({
  method: 'GET',
  path: `${ROOT}/entities/:applicationId`,
  tag,
  summary: 'What a linked application offers to be linked with spaces, with the rights of the user',
  params: byId,
  response: entityList,
})
export const getPublicEntities = endpoint({
  method: 'GET',
  path: `${ROOT}/entities/anonymous/:applicationId`,
  tag,
  summary: 'What a linked application offers to be linked with spaces to anybody',
  params: byId,
  response: entityList,
})

const ofSpace = z.object({ localType: z.string().max(100), key: z.string().transform(bare) })
const ofEntity = z.object({ typeId: entityType, key, applicationId: z.uuid() })
export const getPrimaryLinks = endpoint({
  method: 'GET',
  path: `${ROOT}/entitylink/primaryLinks/:localType/:key`,
  tag,
  summary: 'What a space is linked with, by type, primary ones first; for its administrators',
  params: ofSpace,
  response: z.record(z.string(), z.array(entityLink)),
})
export const putEntityLink = endpoint({
  method: 'PUT',
  path: `${ROOT}/entitylink/:localType/:key`,
  tag,
  summary: 'Link a space with something in a linked application; for its administrators',
  params: ofSpace,
  query: z.object({ reciprocate: flag }),
  body: entityLink.extend({
    applicationId: z.uuid(),
    key,
    name: applicationName,
    /** The first of a type is the primary one; another becomes it by its own call. */
    isPrimary: flag,
  }),
  status: 201,
  response: status,
})
export const makeEntityLinkPrimary = endpoint({
  method: 'POST',
  path: `${ROOT}/entitylink/primary/:localType/:key`,
  tag,
  summary: 'Make a link of a space the one that is meant where none of its type is named',
  params: ofSpace,
  query: ofEntity,
  response: entityLink,
})
export const deleteEntityLink = endpoint({
  method: 'DELETE',
  path: `${ROOT}/entitylink/:localType/:key`,
  tag,
  summary: 'Remove a link of a space, and the one back if asked; for its administrators',
  params: ofSpace,
  query: ofEntity.extend({ reciprocate: flag }),
  response: status,
})
export const getEntityLinkChoices = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces/:key/entity-link-choices',
  tag,
  summary: 'Linked applications that have something to link a space with, for its administrators',
  params: z.object({ key: z.string() }),
  response: z.object({
    applications: z.array(z.object({ id: z.string(), name: z.string(), entityTypeId: entityType })),
  }),
})

const permission = z.object({
  code: z.enum(PERMISSION_CODES),
  /** Address at which the user approves that the wiki asks the application. */
  url: z.string().optional(),
})
const check = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `${ROOT}/permission/${path}/:applicationId`,
    tag,
    summary,
    params: byId,
    response: permission,
  })
export const mayDeleteLink = check('delete-application', 'Whether the user may unlink an application')
export const mayCreateEntity = check('create-entity', 'Whether the user may link something with an application')
export const mayReciprocateDelete = check(
  'reciprocate-application-delete',
  'Whether a linked application lets the user unlink this wiki',
)
export const mayReciprocateCreate = check(
  'reciprocate-entity-create',
  'Whether a linked application lets the user link something with this wiki',
)
const entityPair = byId.extend({ localType: z.string(), localKey: key, remoteType: entityType, remoteKey: key })
const entityPath = ':applicationId/:localType/:localKey/:remoteType/:remoteKey'
export const mayDeleteEntity = endpoint({
  method: 'GET',
  path: `${ROOT}/permission/delete-entity/${entityPath}`,
  tag,
  summary: 'Whether the user may remove a link of a space',
  params: entityPair,
  response: permission,
})
export const mayReciprocateEntityDelete = endpoint({
  method: 'GET',
  path: `${ROOT}/permission/reciprocate-entity-delete/${entityPath}`,
  tag,
  summary: 'Whether a linked application lets the user remove its link back to a space',
  params: entityPair,
  response: permission,
})
export const authenticationInfo = endpoint({
  method: 'GET',
  path: `${ROOT}/authenticationinfo`,
  tag,
  summary: 'Answers administrators alone: another application tries by it who may link this wiki',
  response: status,
})

export const getOrphanedTrust = endpoint({
  method: 'GET',
  path: `${ROOT}/orphaned-trust`,
  tag,
  summary: 'Trust without a link: there is none, since trust is kept with its link',
  response: z.object({ orphanedTrust: z.array(z.object({ id: z.string(), type: z.string() })) }),
})
export const deleteOrphanedTrust = endpoint({
  method: 'DELETE',
  path: `${ROOT}/orphaned-trust/:type/:id`,
  tag,
  summary: 'Remove trust without a link: refuses (404)',
  params: z.object({ type: z.string(), id: z.string() }),
})

const featureName = z.object({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/, 'must be a name of letters and digits'),
})
/** Whether the feature is on, by its name. */
const featureState = z.record(z.string(), z.boolean())
export const getLinkFeature = endpoint({
  method: 'GET',
  path: `${ROOT}/features/:name`,
  tag,
  summary: 'Whether a feature is switched on',
  params: featureName,
  response: featureState,
})
export const putLinkFeature = endpoint({
  method: 'PUT',
  path: `${ROOT}/features/:name`,
  tag,
  summary: 'Switch a feature on, for administrators',
  params: featureName,
  response: featureState,
})
export const deleteLinkFeature = endpoint({
  method: 'DELETE',
  path: `${ROOT}/features/:name`,
  tag,
  summary: 'Switch a feature off, for administrators',
  params: featureName,
  status: 204,
})

/** OAuth clients that a link is authenticated by: `consumer` asks this wiki, `provider` is asked by it. */
const OAUTH = '/rest/applinks-oauth/1.0/applicationlink/:applicationId/authentication'
const text = (most: number) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform(value => value ?? '')
export const consumerInput = z.object({
  key,
  name: text(255),
  description: text(1000),
  /** Write-only; absent leaves the stored one. */
  sharedSecret: z.string().max(1000).nullish(),
  publicKey: text(10_000),
  outgoing: flag,
  twoLOAllowed: flag,
  executingTwoLOUser: text(255),
  twoLOImpersonationAllowed: flag,
})
export type ConsumerInput = z.output<typeof consumerInput>
const consumer = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  hasSharedSecret: z.boolean(),
  publicKey: z.string(),
  outgoing: z.boolean(),
  twoLOAllowed: z.boolean(),
  executingTwoLOUser: z.string(),
  twoLOImpersonationAllowed: z.boolean(),
})
export type Consumer = z.output<typeof consumer>
type Role = 'consumer' | 'provider'
const readOf = (role: Role) =>
  endpoint({
    method: 'GET',
    path: `${OAUTH}/${role}`,
    tag,
    summary: `OAuth ${role} of a link, without its secret; for administrators`,
    params: byId,
    response: consumer,
  })
const storeOf = (role: Role) =>
  endpoint({
    method: 'PUT',
    path: `${OAUTH}/${role}`,
    tag,
    summary: `Store the OAuth ${role} of a link`,
    params: byId,
    body: consumerInput,
    status: 201,
    response: status,
  })
export const getConsumer = readOf('consumer')
export const putConsumer = storeOf('consumer')
export const getProvider = readOf('provider')
export const putProvider = storeOf('provider')
