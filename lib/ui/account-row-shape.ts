/** The box of a row, shared with its placeholder so that nothing jumps when the rows arrive. */
export const accountRowShape = 'flex min-h-[5.75rem] items-center px-5 py-3.5 sm:min-h-20'
