/**
 * The version of the old product whose pages and calls this one matches. Clients read it to decide which addresses and
 * calls they use; it is not the version of Oxbow.
 */
export const COMPATIBLE_VERSION = '9.2.0'
export const COMPATIBLE_BUILD = '9109'
