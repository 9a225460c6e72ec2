/** The longest edge of a frame, in pixels, and its size in bytes. */
export const frameEdge = 768
export const mostFrameBytes = 512 * 1024
