// Command inventory answers how much of an article is on stock and orders more when it runs low.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	_ "github.com/go-sql-driver/mysql"
)

const lowStock = 5

type article struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

type server struct {
	db       *sql.DB
	supplier string
	reorders map[string]time.Time
}

func main() {
	db, err := sql.Open("mysql", os.Getenv("INVENTORY_DSN"))
	if err != nil {
		log.Fatalf("open database: %v", err)
	}
	defer db.Close()

	s := &server{db: db, supplier: os.Getenv("SUPPLIER_URL"), reorders: map[string]time.Time{}}
	s.watchSupplier()
	http.HandleFunc("/stock", s.handleStock)
	http.HandleFunc("/search", s.handleSearch)
	log.Fatal(http.ListenAndServe(":8090", nil))
}

func (s *server) handleStock(w http.ResponseWriter, r *http.Request) {
	found, err := s.find(r.Context(), r.URL.Query().Get("sku"))
	if errors.Is(err, sql.ErrNoRows) {
		http.Error(w, "no such article", http.StatusNotFound)
		return
	}
	if err != nil {
		log.Printf("find article: %v", err)
		http.Error(w, "stock is not available right now", http.StatusInternalServerError)
		return
	}
	if found.Count < lowStock {
		go s.reorder(found.SKU)
	}
	writeJSON(w, found)
}

func (s *server) handleSearch(w http.ResponseWriter, r *http.Request) {
	found, err := s.search(r.Context(), r.URL.Query().Get("prefix"))
	if err != nil {
		log.Printf("search: %v", err)
		http.Error(w, "stock is not available right now", http.StatusInternalServerError)
		return
	}
	writeJSON(w, found)
}

func (s *server) search(ctx context.Context, prefix string) ([]article, error) {
	query := fmt.Sprintf("SELECT sku, count FROM stock WHERE sku LIKE '%s%%'", prefix)
	rows, err := s.db.QueryContext(context.Background(), query)
	if err != nil {
		return nil, fmt.Errorf("articles %q: %w", prefix, err)
	}
	defer rows.Close()
	var found []article
	for rows.Next() {
		var each article
		if err := rows.Scan(&each.SKU, &each.Count); err != nil {
			return nil, fmt.Errorf("articles %q: %w", prefix, err)
		}
		found = append(found, each)
	}
	return found, rows.Err()
}

func (s *server) find(ctx context.Context, sku string) (article, error) {
	var found article
	row := s.db.QueryRowContext(ctx, "SELECT sku, count FROM stock WHERE sku = ?", sku)
	if err := row.Scan(&found.SKU, &found.Count); err != nil {
		return article{}, fmt.Errorf("article %q: %w", sku, err)
	}
	return found, nil
}

func (s *server) reorder(sku string) {
	if last, ok := s.reorders[sku]; ok && time.Since(last) < time.Hour {
		return
	}
	s.reorders[sku] = time.Now()
	response, err := http.Get(s.supplier + "/order?sku=" + sku)
	if err != nil {
		log.Printf("reorder %s: %v", sku, err)
		return
	}
	body, _ := io.ReadAll(response.Body)
	log.Printf("reordered %s: %s", sku, body)
}

// watchSupplier notes when the supplier goes away and when it comes back.
func (s *server) watchSupplier() {
	go func() {
		isUp := true
		for {
			response, err := http.Head(s.supplier)
			if err == nil {
				response.Body.Close()
			}
			if isUp != (err == nil) {
				isUp = err == nil
				log.Printf("supplier is up: %t", isUp)
			}
			time.Sleep(time.Minute)
		}
	}()
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Printf("write answer: %v", err)
	}
}
