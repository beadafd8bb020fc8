import { z } from 'zod'
import { setting } from '#platform/server/settings.ts'

/** Whether open pages ask for what others change meanwhile. */
export const liveUpdates = setting('quick-reload.enabled', z.boolean(), true)
