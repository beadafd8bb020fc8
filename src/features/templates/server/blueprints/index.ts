import type { Blueprint } from './blueprint.ts'
import { decision } from './decision.ts'
import { howTo } from './how-to.ts'
import { incidentReview } from './incident-review.ts'
import { meetingNotes } from './meeting-notes.ts'
import { projectPlan } from './project-plan.ts'
import { requirements } from './requirements.ts'
import { retrospective } from './retrospective.ts'

export type { Attendee, Blueprint, BlueprintFacts } from './blueprint.ts'
export { indexText } from './parts.ts'

/** All of them, in the order in which they are offered. */
export const BLUEPRINTS: readonly Blueprint[] = [
  meetingNotes,
  decision,
  howTo,
  retrospective,
  requirements,
  projectPlan,
  incidentReview,
]

/** A blueprint by its id or by the old product's name. */
export function findBlueprint(id: string): Blueprint | undefined {
  return BLUEPRINTS.find(blueprint => blueprint.id === id || blueprint.moduleCompleteKey === id)
}
