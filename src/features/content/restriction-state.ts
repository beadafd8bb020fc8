/** Restrictions of a page, of whatever kind. */
export interface RestrictionState {
  /** Any at all. */
  hasRestrictions: boolean
  /** The page's own restrictions on viewing. */
  hasExplicitRestrictions: boolean
  /** Of a page above it, on viewing: who may edit a page says nothing of those below. */
  hasInheritedRestrictions: boolean
  /** The page's own restrictions on viewing or on editing. */
  hasAnyExplicitRestrictions: boolean
}

/**
 * @param own operations that the page itself restricts
 * @param isGuarded a page above it restricts viewing
 */
export function restrictionState(own: readonly ('read' | 'update')[], isGuarded: boolean): RestrictionState {
  return {
    hasRestrictions: own.length > 0 || isGuarded,
    hasExplicitRestrictions: own.includes('read'),
    hasInheritedRestrictions: isGuarded,
    hasAnyExplicitRestrictions: own.length > 0,
  }
}

/** The one word that the head of the page shows. */
export function restrictionWord(state: RestrictionState): 'no' | 'explicit' | 'inherited' {
  if (state.hasAnyExplicitRestrictions) return 'explicit'
  return state.hasInheritedRestrictions ? 'inherited' : 'no'
}
