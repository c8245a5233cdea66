/** By which our proxy tells a page its own address: path and query. What a browser sends under this name is replaced. */
export const PATH_HEADER = 'x-path'
