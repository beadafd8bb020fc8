import type { App } from '../app.ts'
import { accessModeCall } from './access-mode.ts'
import { assetCalls } from './assets.ts'
import { compression } from './compression.ts'
import { healthCalls } from './health.ts'
import { metricsCall } from '../metrics.ts'
import { answerUnknown } from './not-found.ts'
import { openApiCalls } from './openapi.ts'
import { styleGuide } from './style-guide.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is the same for everyone: who asks is not looked up, so that it costs nothing and cannot fail. */
    anonymous?: boolean
  }
}

/**
 * The calls that belong to no feature: state, health, metrics, the description of the interface, the web app's files.
 */
export async function platformCalls(app: App): Promise<void> {
  await healthCalls(app)
  metricsCall(app)
  accessModeCall(app)
  await assetCalls(app)
  openApiCalls(app)
  styleGuide(app)
  answerUnknown(app)
  // Last, so that every other hook has set its headers.
  compression(app.http.fastify)
}
