import { z } from 'zod'
import { setting } from '#platform/server/settings.ts'

/** Whether users may follow each other: those whom one follows are named first among the people who like something. */
export const followEnabled = setting('likes.follow', z.boolean(), true)
