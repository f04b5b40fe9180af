import { useLoaderData } from '@remix-run/react';

const ROWS = 50;

export function loader() {
  return {
    rows: Array.from({ length: ROWS }, (_, index) => ({
      id: index,
      name: `Row ${index}`,
      at: index * 1_000,
    })),
  };
}

export default function Rows() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <table>
      <tbody>
        {rows.map(({ id, name, at }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{name}</td>
            <td>{at}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
