// The dark modules of a QR code as one path, each run of a row a bar.

export function path(rows: readonly (readonly boolean[])[]): string {
  const bars: string[] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) bars.push(`M${start} ${y}h${x - start}v1h-${x - start}z`);
    }
  });
  return bars.join("");
}
