/** As in the old product; short enough for any address. */
export const MAX_TITLE_LENGTH = 255
