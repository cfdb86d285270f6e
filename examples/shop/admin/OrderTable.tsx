import { useEffect, useState } from 'react';

interface Order {
  readonly id: number;
  readonly customer: string;
  readonly total: string;
  readonly note: string;
  readonly thumbnail: string;
}

interface OrderTableProps {
  readonly token: string;
  readonly onOpen: (id: number) => void;
}

export function OrderTable({ token, onOpen }: OrderTableProps) {
  const [orders, setOrders] = useState<readonly Order[]>([]);
  const [filter, setFilter] = useState('');

  useEffect(() => {
    const stop = new AbortController();
    fetch('/orders', { headers: { authorization: `Bearer ${token}` }, signal: stop.signal })
      .then((response) => response.json())
      .then((rows: readonly Order[]) => setOrders(rows))
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) throw reason;
      });
    return () => stop.abort();
  }, [token]);

  const shown = orders.filter((order) => order.customer.toLowerCase().includes(filter.toLowerCase()));

  return (
    <section>
      <h2>Orders</h2>
      <input type="search" placeholder="Customer" value={filter} onChange={(event) => setFilter(event.target.value)} />
      <table>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Customer</th>
            <th scope="col">Total</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((order) => (
            <tr key={order.id}>
              <td>
                <div onClick={() => onOpen(order.id)}>#{order.id}</div>
              </td>
              <td>
                <img src={order.thumbnail} width={32} height={32} /> {order.customer}
              </td>
              <td>{order.total}</td>
              <td dangerouslySetInnerHTML={{ __html: order.note }} />
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => setFilter('')}>
        Show all
      </button>
    </section>
  );
}
