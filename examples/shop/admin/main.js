const form = document.getElementById('sign-in');
const orders = document.getElementById('orders');

const name = new URLSearchParams(location.search).get('name');
if (name) document.getElementById('greeting').innerHTML = `Welcome back, ${name}`;

async function signIn(user, password) {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  });
  if (!response.ok) throw new Error(`sign-in was refused with status ${response.status}`);
  const { token } = await response.json();
  return token;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  try {
    const token = await signIn(data.get('user'), data.get('password'));
    form.hidden = true;
    orders.dispatchEvent(new CustomEvent('signed-in', { detail: { token } }));
  } catch (error) {
    orders.textContent = error.message;
  }
});
