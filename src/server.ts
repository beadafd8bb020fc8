import { accountsFeature } from '#features/accounts/server/index.ts'
import { attachmentsFeature } from '#features/attachments/server/index.ts'
import { commentsFeature } from '#features/comments/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { labelsFeature } from '#features/labels/server/index.ts'
import { longTasksFeature } from '#features/longtasks/server/index.ts'
import { propertiesFeature } from '#features/properties/server/index.ts'
import { restrictionsFeature } from '#features/restrictions/server/index.ts'
import { rpcFeature } from '#features/rpc/server/index.ts'
import { searchFeature } from '#features/search/server/index.ts'
import { setupFeature } from '#features/setup/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { watchesFeature } from '#features/watches/server/index.ts'
import type { ServerFeature } from '#platform/server/app.ts'

/** The features of the wiki, in the order in which they register. Adding one is adding a folder and a line here. */
export const features: readonly ServerFeature[] = [accountsFeature, setupFeature, longTasksFeature, spacesFeature, contentFeature, attachmentsFeature, commentsFeature, restrictionsFeature, labelsFeature, propertiesFeature, searchFeature, watchesFeature, rpcFeature]
